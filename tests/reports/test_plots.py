"""The pictures of what was timed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from grader.reports import plots
from grader.reports.plots_drawing import BACK, DARK, LIGHT, Drawing, spread
from grader.reports.timings import read

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert(1)</script> & "quoted" ]]> \x00\x1b[31m\ufffe end'
MARGIN = 24  # a page has the pictures without it
LETTER = 0.55 * 13  # about as wide as letters are on average
STRONG = 0.65 * 13  # the same of strong ones, where many are digits


@pytest.fixture
def drawn(a_report, a_check, timed):
    """The SVG file on one speed check, parsed."""

    def draw(*without, **given):
        return ET.fromstring(plots.render(a_report(checks=(a_check(title="Speed", detail=timed(*without, **given)),))))

    return draw


def words(root):
    """All texts to be read in a picture."""
    return [text.text for text in root.iter(f"{SVG}text")]


def marks(root, side):
    """The marks of one side."""
    tag = {"yours": "circle", "baseline": "rect"}[side]
    return [one for one in root.iter(SVG + tag) if one.get("class") == f"{side} fill"]


def test_there_is_a_picture_of_each_thing_that_was_measured(drawn):
    titles = {
        "Time of a call, pair by pair",
        "How many times as fast as the baseline",
        "Time of a call by the size of its data",
    }
    assert titles <= set(words(drawn()))


@pytest.mark.parametrize(
    ("without", "left_out"),
    [("pairs", "Time of a call, pair by pair"), ("sizes", "Time of a call by the size of its data")],
)
def test_what_was_not_measured_has_no_picture(drawn, without, left_out):
    assert left_out not in words(drawn(without))


@pytest.mark.parametrize(
    "without", ["low", "high", "threshold", "platform", "clock", "first_call", "transfer", "crossover"]
)
def test_the_pictures_do_without_any_one_value(drawn, without):
    assert len([one for one in drawn(without) if one.tag == f"{SVG}g"]) == 3


def test_only_a_ratio_is_a_picture(drawn):
    root = drawn("pairs", "sizes", "low", "high", "threshold", "clock", "first_call", "transfer", "platform")
    assert "120×" in words(root)


def test_every_pair_has_a_mark_for_either_side(drawn):
    root = drawn("sizes")
    assert len(marks(root, "yours")) == 15 + 1  # and the ratio
    assert len(marks(root, "baseline")) == 15


def test_a_mark_tells_its_time(drawn):
    first = marks(drawn(), "yours")[0]
    assert first.findtext(f"{SVG}title") == "pair 1, your function: 40 µs"


def test_the_ratio_stands_with_its_range_and_what_is_asked(drawn):
    assert {"120×, between 110× and 125×", "asked: at least 50×"} <= set(words(drawn()))


def test_the_crossover_is_told_and_marked(drawn):
    assert {"Quicker than the baseline from about 200 elements on.", "about 200 elements"} <= set(words(drawn()))


def test_moving_the_data_has_a_line_of_its_own(drawn):
    assert "moving the data" in words(drawn())


def test_moving_the_data_is_left_out_where_the_pairs_would_shrink_to_a_spot(drawn):
    pairs = [[2.4e-4, 2.5e-4], [2.5e-4, 2.6e-4]]
    assert "moving the data" not in words(drawn(pairs=pairs, transfer=2e-6))


def test_pairs_whose_groups_are_not_known_are_drawn_without_votes(drawn):
    root = drawn("groups", "sizes")
    assert len(marks(root, "yours")) == 15 + 1
    assert not [text for text in words(root) if "group" in text]


def test_times_above_are_the_longer_ones(drawn):
    root = drawn("sizes")
    assert float(marks(root, "baseline")[0].get("y")) < float(marks(root, "yours")[0].get("cy"))


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"ratio": 0.7, "low": 0.6, "high": 0.8, "threshold": 5.0},
        {"ratio": 1.01, "low": 0.5, "high": 1.02, "threshold": 1.0},
        {"ratio": 100.0, "low": 90.0, "high": 110.0, "threshold": 123_456.0},
        {"ratio": 51_234.0, "low": 50_001.0, "high": 61_234.0, "threshold": 50_000.0},
        {"pairs": [[1e-6, 99.0]] * 80},
        {"pairs": [[4e-5, 9e-5]] * 64},
        {"sizes": [{"case": "", "size": 10**at, "submission": 1e-5, "baseline": 10.0 ** (at - 6)} for at in range(9)]},
        {"transfer": 3.99e-5},
    ],
)
def test_no_text_leaves_the_picture_or_lies_on_another(drawn, given):
    root = drawn(**given)
    width, height = float(root.get("width")) - MARGIN, float(root.get("height"))
    boxes = []
    for group in root.iter(f"{SVG}g"):
        right, down = map(float, re.findall(r"[\d.]+", group.get("transform")))
        for text in group.iter(f"{SVG}text"):
            wide = len(text.text) * LETTER
            share = {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor")]
            x, y = right + float(text.get("x")) - share * wide, down + float(text.get("y"))
            boxes.append((text.text, x, y - 9, x + wide, y + 2))
    assert [box for box in boxes if box[1] < 0 or box[2] < 0 or box[3] > width or box[4] > height] == []
    overlapping = [
        (one[0], other[0])
        for at, one in enumerate(boxes)
        for other in boxes[at + 1 :]
        if one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]
    ]
    assert overlapping == []


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"ratio": 4.5, "low": 4.1, "high": 4.9, "threshold": 3.0},
        {"ratio": 160.0, "low": 150.0, "high": 170.0, "threshold": 150.0},
        {"ratio": 51_234.0, "low": 50_001.0, "high": 61_234.0, "threshold": 40_000.0},
        {"crossover": 5000},
    ],
)
def test_what_is_told_of_a_ratio_or_a_crossover_stays_within_the_plot_and_off_the_line(drawn, given):
    pictures = list(drawn("pairs", **given).iter(f"{SVG}g"))
    assert len(pictures) == 2
    for picture in pictures:
        axis = next(one for one in picture.iter(f"{SVG}polyline") if one.get("class") == "soft stroke")
        left, right = (float(end.split(",")[0]) for end in axis.get("points").split())
        asked = next(one for one in picture.iter(f"{SVG}polyline") if "dashed" in one.get("class"))
        line = float(asked.get("points").split(",")[0])
        for text in picture.iter(f"{SVG}text"):
            if text.get("class") == "ink" or "between" in text.text:
                wide = len(text.text) * (LETTER if text.get("class") == "ink" else STRONG)
                start = float(text.get("x")) - {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor")] * wide
                assert left <= start, text.text
                assert start + wide <= right, text.text
                assert start >= line or start + wide <= line, text.text


def test_two_checks_are_told_apart(a_report, a_check, timed):
    checks = [a_check(title=title, detail=timed()) for title in ("Speed, small", "Speed, large")]
    assert {"Speed, small", "Speed, large"} <= set(words(ET.fromstring(plots.render(a_report(checks=tuple(checks))))))


def test_nothing_timed_is_no_picture(a_report):
    assert plots.render(a_report()) == ""


def test_every_text_is_escaped(a_report, a_check, timed):
    detail = timed(platform=NASTY, clock=NASTY, sizes=[{**row, "case": NASTY} for row in timed()["sizes"]])
    text = plots.render(a_report(title=NASTY, checks=(a_check(title=NASTY, detail=detail),)))
    root = ET.fromstring(text)
    assert not list(root.iter(f"{SVG}script"))
    assert "\x1b" not in text


def test_the_file_needs_nothing_else(a_report, a_check, timed):
    text = plots.render(a_report(checks=(a_check(detail=timed()),)))
    assert re.findall(r"https?://[^\"]*|url\(|@import|href|<image|@font-face", text) == ["http://www.w3.org/2000/svg"]


def test_the_same_data_give_the_same_file(a_report, a_check, timed):
    first, second = (plots.render(a_report(checks=(a_check(detail=timed()),))) for _ in range(2))
    assert first == second


def test_the_picture_is_described_for_those_who_do_not_see_it(drawn):
    root = drawn()
    assert root.get("role") == "img"
    told = {one.get("id"): one.text for one in root if one.tag in {f"{SVG}title", f"{SVG}desc"}}
    assert list(told) == root.get("aria-labelledby").split()
    assert "120 times as fast (between 110 and 125), asked: 50" in told["plots-desc"]


def test_pictures_of_one_page_have_names_of_their_own(a_report, a_check, timed):
    (one,) = read(a_report(checks=(a_check(detail=timed()),)))
    names = re.findall(r' id="([^"]+)"', "".join(plots.figures(one, "plot-1")))
    assert len(names) == len(set(names)) == 6


def luminance(colour):
    """The relative luminance of a colour such as #1b1f24, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("scheme", "colours"), [("light", LIGHT), ("dark", DARK)])
@pytest.mark.parametrize("name", ["ink", "soft", "yours", "baseline"])
def test_text_has_enough_contrast_even_where_it_stands_on_a_shade(scheme, colours, name):
    back = BACK[scheme]
    shades = [back]
    for shade in ("soft", "yours"):
        mixed = [
            round(int(back[at : at + 2], 16) * 0.9 + int(colours[shade][at : at + 2], 16) * 0.1) for at in (1, 3, 5)
        ]
        shades.append("#" + "".join(f"{part:02x}" for part in mixed))
    for shade in shades:
        light, dark = sorted((luminance(shade), luminance(colours[name])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_dark_screens_get_colours_of_their_own():
    light, _, dark = plots.STYLE.partition("@media (prefers-color-scheme: dark)")
    assert all(colour in light for colour in LIGHT.values())
    assert all(colour in dark for colour in DARK.values())


def test_names_that_would_lie_on_each_other_move_apart_and_stay_in_order():
    assert spread([100.0, 98.0, 20.0], 16, 0, 110) == [110.0, 94.0, 20.0]


def test_no_number_of_a_picture_is_minus_nothing():
    drawing = Drawing(width=10, height=10, title="", description="")
    drawing.text(-0.01, 0, "x")
    assert 'x="0"' in drawing.parts


@pytest.mark.parametrize("wild", [1e92, 5e-324, 1e308])
def test_what_cannot_have_been_measured_is_not_drawn(a_report, a_check, timed, wild):
    detail = timed(ratio=wild, low=wild, high=wild, crossover=wild, pairs=[[wild, 1.0], [1.0, wild]])
    assert plots.render(a_report(checks=(a_check(detail=detail),))) == ""
