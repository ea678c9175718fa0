"""The style of pages: it stays below one class, and its colours can be read."""

from __future__ import annotations

import re

import pytest

from grader.reports.html import fragment
from grader.reports.html_style import NOTEBOOK, STYLE
from tests.reports.full import report, setting

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def test_the_style_of_a_part_reaches_nothing_else():
    part = fragment(report(), setting())
    style = re.search(r"<style>(.*?)</style>", part, re.DOTALL)[1]
    selectors = [one for rule in RULE.findall(re.sub(r"@media[^{]*\{", "}", style)) for one in _split(rule[0])]
    assert len(selectors) > 80
    assert [one for one in selectors if not re.match(r"(:is\(.*\) )?\.jitgrade\b", one)] == []
    assert not re.search(r"@(?!media)", style)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_the_contrast_that_is_asked_for(scheme):
    """WCAG AA: 4.5 for text; what is drawn needs 3."""
    declared = re.search(rf"color-scheme: {scheme};([^}}]*)", STYLE)[1]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", declared))
    grounds = [colours[name] for name in ("back", "box", "good-back", "bad-back", "wait-back", "ours-back")]
    for name in ("ink", "soft", "yours", "link", "good", "bad", "wait", "ours"):
        assert min(_contrast(colours[name], ground) for ground in grounds) >= 4.5, name
    assert _contrast(colours["ink"], colours["code"]) >= 4.5
    assert min(_contrast(colours[name], colours["back"]) for name in ("yours", "baseline")) >= 3


def test_a_notebook_that_is_light_or_dark_itself_is_followed():
    assert NOTEBOOK.count("color-scheme: dark") == NOTEBOOK.count("color-scheme: light") == 1


def _split(selectors: str) -> list[str]:
    """The selectors of one rule; commas within parentheses part nothing."""
    return [one.strip() for one in re.split(r",(?![^(]*\))", selectors) if one.strip()]


def _contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG 2 defines it."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
