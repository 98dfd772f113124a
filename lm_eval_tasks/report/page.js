"use strict";
(() => {
  const PAGE = 20;
  const data = JSON.parse(document.getElementById("data").textContent);
  const { runs, prompts } = data;
  const byId = (id) => document.getElementById(id);
  const form = byId("filters"), rows = byId("rows"), status = byId("status");
  const search = byId("search"), instruction = byId("instruction"), outcome = byId("outcome"), run = byId("run");
  let found = prompts, page = 0;

  /** An element with attributes and children; texts become text nodes, never markup. */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  }

  // Characters that cannot be seen. Joiners and selectors inside an emoji are left alone.
  const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;
  const SHORT = { "\u00a0": "NBSP", "\u00ad": "SHY", "\u200b": "ZWSP", "\u200c": "ZWNJ", "\u200d": "ZWJ", "\u200e": "LRM", "\u200f": "RLM", "\u202f": "NNBSP", "\u3000": "IDSP", "\ufeff": "BOM", "\r": "CR", "\u0000": "NUL" };
  const PICTURE_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\d#*])\ufe0f?$/u;

  function visible(text) {
    const parts = [];
    let last = 0;
    for (const match of text.matchAll(UNSEEN)) {
      const sign = match[0], at = match.index;
      if ((sign === "\u200d" || sign === "\ufe0f") && PICTURE_BEFORE.test(text.slice(Math.max(0, at - 5), at))) continue;
      if (at > last) parts.push(text.slice(last, at));
      const code = "U+" + sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
      parts.push(make("span", { class: "hidden", title: code }, SHORT[sign] || code));
      last = at + sign.length;
    }
    if (last < text.length) parts.push(text.slice(last));
    return parts;
  }

  /** The text with the places that decided marked; places that overlap are cut where they meet. */
  function marked(answer) {
    const { text } = answer;
    const spans = (answer.spans || []).flatMap((some, index) => some.map(([start, end]) => ({ start, end, index })));
    if (!spans.length) return visible(text);
    const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
    const starting = spans.slice().sort((a, b) => a.start - b.start);
    const parts = [];
    let open = [], next = 0;
    for (let at = 0; at + 1 < cuts.length; at += 1) {
      const [start, end] = [cuts[at], cuts[at + 1]];
      open = open.filter((span) => span.end > start);
      while (next < starting.length && starting[next].start <= start) open.push(starting[next++]);
      const piece = visible(text.slice(start, end));
      if (!open.length) { parts.push(...piece); continue; }
      const indices = [...new Set(open.map((span) => span.index))].sort((a, b) => a - b);
      const bad = indices.some((index) => !answer.strict[index]);
      const ends = [...new Set(open.filter((span) => span.end === end).map((span) => span.index + 1))];
      parts.push(make("mark", { class: bad ? "no" : "yes", title: "Instruction " + indices.map((index) => index + 1).join(", ") },
        piece, ends.length ? make("sup", {}, ends.join(",")) : null));
    }
    return parts;
  }

  const refused = (answer) => Boolean(answer.gate && !answer.gate.passed);
  const count = (values) => values.filter(Boolean).length;
  const all = (values) => values.every(Boolean);
  const OUTCOMES = {
    "": ["any", () => true],
    passed: ["passed, strict", (answer, at) => !refused(answer) && chosen(answer.strict, at)],
    failed: ["failed, strict", (answer, at) => refused(answer) || !chosen(answer.strict, at)],
    loose: ["failed strict, passed loose", (answer, at) => !refused(answer) && Boolean(answer.loose) && !chosen(answer.strict, at) && chosen(answer.loose, at)],
    refused: ["refused by the gate", (answer) => refused(answer)],
    differ: ["runs disagree", null],
  };
  /** Of one instruction type if one is chosen (indices in ``at``), else of all. */
  const chosen = (values, at) => (at ? at.every((index) => values[index]) : all(values));

  function haystack(prompt) {
    prompt.haystack ??= [prompt.key, prompt.prompt, ...prompt.answers.map((answer) => (answer ? answer.text : ""))].join("\n").toLowerCase();
    return prompt.haystack;
  }

  function fits(prompt, wanted, words, only, end) {
    let at = null;
    if (only) {
      at = prompt.ids.flatMap((id, index) => (id === only ? [index] : []));
      if (!at.length) return false;
    }
    if (words && !haystack(prompt).includes(words)) return false;
    const answers = (end === "" ? prompt.answers : [prompt.answers[Number(end)]]).filter(Boolean);
    if (!answers.length) return false;
    if (wanted === "differ") {
      const passes = prompt.answers.map((answer) => Boolean(answer) && OUTCOMES.passed[1](answer, at));
      return prompt.answers.every(Boolean) && passes.some((pass) => pass !== passes[0]);
    }
    const [kind, rest] = wanted.split(/:(.*)/);
    if (kind === "reason") return answers.some((answer) => refused(answer) && answer.gate.reason === rest);
    if (kind === "note") return answers.some((answer) => answer.notes.includes(rest));
    return answers.some((answer) => OUTCOMES[kind][1](answer, at));
  }

  function filter() {
    const words = search.value.trim().toLowerCase();
    const end = run ? run.value : "";
    found = prompts.filter((prompt) => fits(prompt, outcome.value, words, instruction.value, end));
    page = 0;
    show();
  }

  function show() {
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    rows.replaceChildren(...found.slice(page * PAGE, (page + 1) * PAGE).map(row));
    if (!found.length) rows.append(make("tr", { role: "row" }, make("td", { role: "cell", colspan: 2 + runs.length }, "No sample fits these filters.")));
    const first = found.length ? page * PAGE + 1 : 0, last = Math.min(found.length, (page + 1) * PAGE);
    status.textContent = `${found.length} of ${prompts.length} samples${found.length > PAGE ? `, ${first} to ${last} shown` : ""}`;
    byId("page").textContent = `Page ${page + 1} of ${pages}`;
    byId("previous").setAttribute("aria-disabled", String(page === 0));
    byId("next").setAttribute("aria-disabled", String(page + 1 >= pages));
  }

  function turn(step) {
    const next = page + step;
    if (next < 0 || next * PAGE >= found.length) return;
    page = next;
    show();
    byId("table").scrollIntoView({ block: "start" });
  }

  function row(prompt) {
    const opener = make("button", { type: "button", class: "opener", "aria-expanded": "false" },
      make("span", { class: "excerpt", dir: "auto" }, visible(prompt.prompt.slice(0, 300).replace(/\s+/g, " "))));
    const line = make("tr", { role: "row" },
      make("th", { scope: "row", role: "rowheader", class: "key" }, make("bdi", {}, visible(prompt.key)), prompt.turn ? ` turn ${prompt.turn}` : null),
      make("td", { role: "cell", class: "what" }, opener, make("span", { class: "types" }, prompt.ids.join(", "))),
      prompt.answers.map((answer) => make("td", { role: "cell", class: "tally" }, answer ? tally(answer) : "–")));
    opener.addEventListener("click", () => {
      const open = opener.getAttribute("aria-expanded") !== "true";
      opener.setAttribute("aria-expanded", String(open));
      line.classList.toggle("open", open);
      if (open) line.after(detail(prompt)); else line.nextElementSibling.remove();
    });
    return line;
  }

  function tally(answer) {
    const good = count(answer.strict), of = answer.strict.length, pass = good === of && !refused(answer);
    const more = refused(answer) ? "refused" : answer.loose && count(answer.loose) > good ? `loose ${count(answer.loose)}/${of}` : null;
    return [make("b", { class: pass ? "yes" : "no" }, make("span", { "aria-hidden": "true" }, pass ? "✓ " : "✗ "),
      make("span", { class: "unseen" }, pass ? "passed: " : "failed: "), `${good}/${of}`), more && make("small", {}, more)];
  }

  function detail(prompt) {
    const messages = prompt.conversation ? thread(prompt.conversation) : block("Prompt", visible(prompt.prompt));
    return make("tr", { role: "row", class: "detail" }, make("td", { role: "cell", colspan: 2 + runs.length },
      make("section", { class: "prompt" }, make("h3", {}, prompt.conversation ? "Conversation " : "Prompt ", make("code", {}, make("bdi", {}, visible(prompt.key)))), messages),
      make("div", { class: "answers" }, prompt.answers.map((answer, index) => panel(prompt, answer, index)))));
  }

  function thread(messages) {
    return make("ol", { class: "conversation" }, messages.map((message) =>
      make("li", {}, make("div", { class: "role" }, visible(message.role)), block(message.role, visible(message.content)))));
  }

  /** A text as it is, in the direction of its first letter; scrolls with the keyboard too. */
  function block(label, children) {
    return make("div", { class: "text", dir: "auto", tabindex: "0", role: "group", "aria-label": label }, children);
  }

  function panel(prompt, answer, index) {
    const several = runs.length > 1;
    const head = make("h3", {}, several ? make("span", { class: `letter run${index}` }, runs[index].letter) : null, several ? " " : null,
      several ? make("bdi", {}, visible(runs[index].name)) : "Answer");
    if (!answer) return make("section", { class: `answer run${index}` }, head, make("p", {}, "This run has no answer to this prompt."));
    const chips = answer.notes.map((note) => make("li", { class: "chip no" }, note.replace(/_/g, " ")));
    if (answer.gate) {
      chips.push(make("li", { class: `chip ${refused(answer) ? "no" : "yes"}` },
        refused(answer) ? ["Gate refused: ", make("code", {}, answer.gate.reason), " ", make("bdi", { dir: "ltr" }, visible(answer.gate.detail))] : "Gate passed"));
    }
    return make("section", { class: `answer run${index}` }, head,
      chips.length ? make("ul", { class: "chips" }, chips) : null,
      answer.conversation && make("details", {}, make("summary", {}, "The conversation before this answer"), thread(answer.conversation)),
      answer.before !== undefined && make("details", {}, make("summary", {}, answer.beforeIs === "thinking" ? "What came before the judged answer" : "The answer as it came, before it was prepared for judging"), block("Before the answer", visible(answer.before))),
      answer.text ? block(several ? `Answer of run ${runs[index].letter}` : "Answer", marked(answer)) : make("p", { class: "note" }, "There is no text to judge."),
      answer.cut && make("p", { class: "note" }, `${answer.cut} more characters are in samples.jsonl.`),
      make("h4", {}, `${count(answer.strict)} of ${answer.strict.length} instructions followed`, answer.loose ? `, ${count(answer.loose)} in loose scoring` : null),
      make("ul", { class: "verdicts" }, prompt.ids.map((id, at) => verdict(prompt, answer, id, at))));
  }

  function verdict(prompt, answer, id, at) {
    const yes = answer.strict[at];
    const doubt = answer.doubts && answer.doubts.strict[at];
    const given = (prompt.kwargs[at] || []).flatMap(([name, value], index) =>
      [index ? ", " : null, `${name} = `, make("bdi", {}, visible(value))]);
    const variant = !yes && answer.loose && answer.loose[at] ? answer.variant[at] || "a loose variant" : null;
    return make("li", {},
      make("span", { class: `sign ${yes ? "yes" : "no"}`, "aria-hidden": "true" }, yes ? "✓" : "✗"),
      make("div", {}, make("code", {}, `${at + 1} ${id}`), " ", make("b", { class: yes ? "yes" : "no" }, yes ? "followed" : doubt || "not followed"),
        given.length ? make("div", { class: "arguments" }, given) : null,
        answer.why[at] ? make("p", {}, visible(answer.why[at])) : null,
        variant ? make("p", {}, `Loose: followed ${variant}`) : null));
  }

  function options() {
    const types = new Map();
    const reasons = new Map(), notes = new Map();
    const add = (map, name) => map.set(name, (map.get(name) || 0) + 1);
    let gate = false, loose = false;
    for (const prompt of prompts) {
      for (const id of new Set(prompt.ids)) add(types, id);
      for (const answer of prompt.answers) {
        if (!answer) continue;
        gate ||= Boolean(answer.gate);
        loose ||= Boolean(answer.loose);
        if (refused(answer)) add(reasons, answer.gate.reason);
        for (const note of new Set(answer.notes)) add(notes, note);
      }
    }
    const option = (value, label) => make("option", { value }, label);
    instruction.append(...[...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, number]) => option(id, `${id} (${number})`)));
    for (const [name, [label]] of Object.entries(OUTCOMES)) {
      if ((name === "differ" && runs.length < 2) || (name === "refused" && !gate) || (name === "loose" && !loose)) continue;
      outcome.append(option(name, label));
    }
    const group = (label, prefix, map) => map.size && outcome.append(make("optgroup", { label },
      [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, number]) => option(`${prefix}:${name}`, `${name.replace(/_/g, " ")} (${number})`))));
    group("Refused for", "reason", reasons);
    group("Noted", "note", notes);
  }

  /** Links of the summary that show their samples. */
  function follow(event) {
    const link = event.target.closest("a[data-instruction], a[data-reason]");
    if (!link) return;
    form.reset();
    if (link.dataset.instruction) {
      instruction.value = link.dataset.instruction;
      outcome.value = "";
    } else {
      outcome.value = `reason:${link.dataset.reason}`;
    }
    filter();
  }

  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 150); });
  form.addEventListener("change", filter);
  form.addEventListener("submit", (event) => { event.preventDefault(); filter(); });
  form.addEventListener("reset", () => setTimeout(filter));
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  document.addEventListener("click", follow);
  document.documentElement.classList.add("js");
  options();
  show();
})();
