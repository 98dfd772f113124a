"""Which language a text is in: langdetect, seeded, loaded once.

With the ``fast`` extra the same algorithm runs in ``langdetect-rs``; it is used only if it
gives, for a few fixed texts, what langdetect gives, and only for texts it can take.

Source    langdetect 1.0.9 (Shuyo's language-detection), seed 0 for every detection.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

SEED = 0
LANGUAGES = tuple(
    "af ar bg bn ca cs cy da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv mk ml mr "
    "ne nl no pa pl pt ro ru sk sl so sq sv sw ta te th tl tr uk ur vi zh zh-cn zh-tw".split()
)
"""Codes an instruction may ask for: what the detector knows, and ``zh`` for both Chinese."""
READ_CHARACTERS = 10_000
"""How many characters langdetect reads, after addresses have become blanks."""
_ADDRESS = re.compile(
    r"https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}|[-_.0-9A-Za-z]{1,64}@[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}"
)
_FIRST_HEAD = 32_768
_REACH = 4_096
"""More than what one web and one mail address may span."""
_lock = threading.Lock()
_detectors: list[Callable[[str], str | None]] = []

_PROBES = (
    "The harbour was quiet before the first boats came home with the tide.",
    "Le marché ouvre tôt le matin et ferme avant midi pendant la semaine.",
    "वह हर सुबह नदी के किनारे टहलने जाता है और पक्षियों को देखता है।",
    "GREETINGS TO ALL",
    "1 + 2 = 3",
)


def detector(package: str) -> Callable[[str], str | None]:
    """A detector from ``package``; profiles in sorted order, so that no file system decides."""
    factory_module: Any = import_module(f"{package}.detector_factory")
    profiles: Any = import_module("langdetect.detector_factory").PROFILES_DIRECTORY
    exception: Any = import_module(f"{package}.lang_detect_exception").LangDetectException
    factory = factory_module.DetectorFactory()
    paths = sorted(path for path in Path(profiles).iterdir() if not path.name.startswith("."))
    factory.load_json_profile([path.read_text(encoding="utf-8") for path in paths])
    factory.seed = SEED

    def detect(text: str) -> str | None:
        detector = factory.create()
        if package == "langdetect":
            from lm_eval_tasks.text.ngrams import quicken

            quicken(detector)
        try:
            detector.append(text)
            return str(detector.detect())
        except exception:
            return None

    return detect


def _choose() -> Callable[[str], str | None]:
    """The fast detector where it is installed and agrees, else the reference one."""
    slow: Callable[[str], str | None] | None = None

    def reference(text: str) -> str | None:
        nonlocal slow
        if slow is None:
            slow = detector("langdetect")
        return slow(text)

    try:
        fast = detector("langdetect_rs")
    except ImportError:
        return reference
    expected = ("en", "fr", "hi", "en", None)
    if tuple(fast(probe) for probe in _PROBES) != expected:
        return reference

    def detect(text: str) -> str | None:
        try:
            return fast(text)
        except UnicodeError:  # lone surrogates cannot cross into Rust
            return reference(text)

    return detect


def head(text: str) -> str:
    """A beginning of ``text`` that the detector judges as it does the whole.

    The whole is what it searches for addresses, however long. Where the beginning is cut, an
    address may be cut too; nothing before that changes, and only letters with marks, two of
    which become one, can shorten it further.
    """
    length = _FIRST_HEAD
    while length < len(text):
        beginning = text[:length]
        if len(_ADDRESS.sub(" ", beginning)) - _REACH >= 2 * READ_CHARACTERS:
            return beginning
        length *= 4
    return text


def detected_language(text: str) -> str | None:
    """The code of the likeliest language, or None when the text has no usable letters.

    The detector reads the first 10,000 characters only.
    """
    if not _detectors:
        with _lock:
            if not _detectors:
                _detectors.append(_choose())
    return _detectors[0](head(text))


def detected_in_lower_case(text: str) -> str | None:
    """The same for the text in lower case: capitals tell the detector little."""
    return detected_language(text.lower())
