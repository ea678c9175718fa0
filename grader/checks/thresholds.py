"""What a speed check asks for on a platform: a ratio, and shares of the points for less."""

from __future__ import annotations

import itertools
from typing import Final

import msgspec

from grader.model.platforms import PLATFORMS

__all__ = [
    "AtLeast",
    "Steps",
    "Thresholds",
    "asked_on",
    "share",
    "thresholds_of",
    "without_threshold",
    "wrong_thresholds",
]

_PLATFORMS: Final = ("any", *PLATFORMS)

AtLeast = float | dict[str, float]
"""A ratio, or one for each platform."""
Steps = dict[float | str, str | dict[float, str]]
"""Shares by ratio, or such for each platform."""


class Thresholds(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked on one platform; where it does not ``apply``, it is another platform's, for an estimate."""

    threshold: float
    steps: dict[float, str]
    applies: bool


def thresholds_of(at_least: AtLeast, steps: Steps, platform: str) -> Thresholds:
    """Returns what ``at_least`` and ``steps`` ask on a platform."""
    by_platform = at_least if isinstance(at_least, dict) else {"any": at_least}
    threshold = by_platform.get(platform) or by_platform.get("any")
    return Thresholds(
        threshold=threshold or min(by_platform.values(), default=1.0),
        steps=_steps(steps).get(platform) or _steps(steps).get("any") or {},
        applies=threshold is not None,
    )


def asked_on(at_least: AtLeast, accelerator: str) -> list[str]:
    """Returns the platforms that ``at_least`` names, and those on which a course marks (``any`` is all)."""
    named = at_least if isinstance(at_least, dict) else {}
    return [name for name in PLATFORMS if name in named or accelerator in ("any", name)]


def without_threshold(at_least: AtLeast, accelerator: str) -> list[str]:
    """Returns the platforms among those a course marks on (``any`` is all) for which ``at_least`` asks for nothing."""
    return [name for name in asked_on(at_least, accelerator) if not thresholds_of(at_least, {}, name).applies]


def _steps(steps: Steps) -> dict[str, dict[float, str]]:
    """The steps by platform."""
    flat = {float(ratio): text for ratio, text in steps.items() if isinstance(text, str) and not _named(ratio)}
    by_platform = {str(name): some for name, some in steps.items() if isinstance(some, dict)}
    return {"any": flat} | by_platform if flat else by_platform


def _named(ratio: float | str) -> bool:
    """Whether what stands in the place of a ratio is no number."""
    try:
        float(ratio)
    except ValueError:
        return True
    return False


def wrong_thresholds(at_least: AtLeast, steps: Steps) -> list[tuple[str, str]]:
    """What is wrong with them: pairs of field and sentence."""
    ratios = at_least if isinstance(at_least, dict) else {"any": at_least}
    by_platform = _steps(steps)
    found = [
        (field, f"unknown platform {platform!r}; there are cpu, gpu and tpu")
        for field, platforms in (("at_least", ratios), ("steps", by_platform))
        for platform in platforms
        if platform not in _PLATFORMS
    ]
    found += [("at_least", "a threshold is a ratio above 0") for ratio in ratios.values() if not ratio > 0]
    found += [
        ("steps", f"{key!r} is no ratio, and for a platform it takes ratios with shares: {{{key}: {{5: 50%}}}}")
        for key, text in steps.items()
        if isinstance(text, str) and _named(key)
    ]
    if not ratios:
        found.append(("at_least", "it names no threshold"))
    for some in by_platform.values():
        found += [("steps", f"{text!r} is no share such as 50%") for text in some.values() if share(text) is None]
    for platform in (*ratios, *by_platform):
        asked = thresholds_of(at_least, steps, platform) if ratios else None
        shares = [(ratio, share(text)) for ratio, text in sorted(asked.steps.items())] if asked else []
        if asked and any(not 0 < ratio < asked.threshold for ratio, _ in shares):
            found.append(("steps", f"a step lies above 0 and below what is asked, {asked.threshold:g}"))
        if any((low or 0) >= (high or 1) for (_, low), (_, high) in itertools.pairwise(shares)):
            found.append(("steps", "a higher ratio earns a higher share"))
    return list(dict.fromkeys(found))


def share(text: str) -> float | None:
    """The share that ``50%`` stands for, 0 to 1; None where it is none."""
    try:
        number = float(text.removesuffix("%")) / 100
    except ValueError:
        return None
    return number if text.endswith("%") and 0 <= number <= 1 else None
