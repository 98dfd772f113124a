"use strict";
document.documentElement.classList.add("js");
const battles = JSON.parse(document.getElementById("battles-data").textContent);
const list = document.getElementById("battle-list");
const status = document.getElementById("battle-status");
const more = document.getElementById("battle-more");
const search = document.getElementById("battle-search");
const model = document.getElementById("battle-model");
const result = document.getElementById("battle-result");
const PAGE = 50;
let found = battles, shown = 0;

const models = [...new Set(battles.flatMap((one) => [one.a, one.b]))].sort();
for (const name of models) model.append(new Option(name, name));

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
function winner(one) {
  if (one.o === null) return "undecided";
  return one.o === 0.5 ? "tie" : one.o > 0.5 ? one.a : one.b;
}
function disagrees(one) {
  return one.g.length > 1 && one.o === 0.5;
}
function block(parent, title, text) {
  if (!text) return;
  parent.append(element("h3", "", title), element("div", "text", text));
}
function details(one) {
  const box = element("details", "battle");
  const head = element("summary");
  head.append(element("bdi", "", `${one.a} against ${one.b}: `), element("b", "", winner(one)));
  const facts = [`item ${one.i}`, one.c, one.w === 1 ? "" : `counts ${one.w} times`].filter(Boolean).join(", ");
  head.append(element("span", "meta", ` (${facts})`));
  box.append(head);
  box.addEventListener("toggle", () => {
    if (box.childElementCount > 1) return;
    const body = element("div");
    block(body, "Prompt", one.p);
    block(body, `Answer of ${one.a}`, one.x);
    block(body, `Answer of ${one.b}`, one.y);
    one.g.forEach((game, place) => {
      const told = [game.j && `judge ${game.j}`, game.f && `shown first: ${game.f}`, game.l && `label ${game.l}`,
        game.s && `strength ${game.s}`, game.u && `undecided: ${game.u}`, game.at].filter(Boolean).join(", ");
      body.append(element("p", "meta", `Judgment ${place + 1}: ${told || "nothing more is known"}`));
      block(body, "The judge's reply", game.r);
    });
    box.append(body);
  });
  return box;
}
function grow() {
  const next = found.slice(shown, shown + PAGE);
  list.append(...next.map(details));
  shown += next.length;
  status.textContent = `${shown} of ${found.length} battles shown`;
  more.hidden = shown >= found.length;
}
function filter() {
  const words = search.value.toLowerCase();
  found = battles.filter((one) =>
    (!model.value || one.a === model.value || one.b === model.value) &&
    (!result.value ||
      (result.value === "undecided" ? one.o === null : result.value === "disagree" ? disagrees(one) : one.o === 0.5)) &&
    (!words || [one.a, one.b, one.i, one.c, one.p, one.x, one.y, ...one.g.map((game) => game.r)]
      .some((text) => text.toLowerCase().includes(words))));
  list.replaceChildren();
  shown = 0;
  grow();
}
search.addEventListener("input", filter);
model.addEventListener("change", filter);
result.addEventListener("change", filter);
more.addEventListener("click", grow);
grow();
