"""What a student wrote as Markdown is shown in nbgrader's pages, and does nothing there."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from jinja2 import Environment

from tests.nbgrader.conftest import needs_nbgrader

pytestmark = needs_nbgrader

LOCKED = {"nbgrader": {"locked": True, "solution": False}}


def shown(source, *, text=None, metadata=None, attachments=None):
    """What a page has for ``text``, which is in, or about, a cell with this source."""
    from grader.nbgrader.rendering import markdown2html

    environment = Environment(autoescape=False)
    environment.filters["markdown2html"] = markdown2html
    cell = {"source": source, "metadata": metadata or {}, "attachments": attachments or {}}
    return environment.from_string("{{ text | markdown2html }}").render(cell=cell, text=text or source)


class Tags(HTMLParser):
    """Finds tags, as a browser does."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<a href='javascript:alert(1)'>x</a>",
        "[x](javascript:alert(1))",
        '![x](y "a&quot; onerror=alert(1)")',
        "```mermaid\n</pre><script>alert(1)</script>\n```",
        "<iframe src='data:text/html,1'></iframe>",
        "<style>* {display: none}</style>",
        "<svg onload=alert(1)>",
        "</div></div><form action=/formgrader/api>",
        "<p style='position: fixed'>x</p>",
    ],
)
def test_no_markup_of_a_student_s_acts(hostile):
    tags = Tags()
    tags.feed(shown(hostile))
    for tag, attributes in tags.found:
        assert tag in {"p", "div", "pre", "a", "img"}
        assert set(attributes) <= {"class", "href", "src", "alt", "title"}
        assert "javascript" not in f"{attributes.get('href')} {attributes.get('src')}"


def test_what_a_student_wrote_can_be_read():
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    text = shown(f"# Why\n\n*It* is `jitted`, see [here](https://example.org).\n\n{table}\n\n$x < y$")
    for part in ("Why", "<em>It</em>", "<code>jitted</code>", 'href="https://example.org"', "<td>2</td>", "$x &lt; y$"):
        assert part in text
    assert "&lt;em" not in text


def test_pictures_that_lie_in_a_cell_are_shown():
    assert "src=" not in shown("![x](https://example.org/who-looks.png)")
    assert "data:image/png;base64,AAAA" in shown("![x](attachment:a.png)", attachments={"a.png": {"image/png": "AAAA"}})


@pytest.mark.parametrize("source", ["![x](attachment:none.png)", "> " * 5000 + "x", "[" * 3000 + "x"])
def test_what_cannot_be_rendered_is_shown_all_the_same(source):
    assert source[-1] in shown(source)


def test_mathjax_makes_no_link_of_code():
    assert shown(r"$x^2$") == "<p>$x^2$</p>\n"
    for source in (
        r"$\href{javascript:alert(1)}{x}$",
        r"&#36;\\&#104;ref{javascript:alert(1)}{x}$",
        r"$\require{html}$",
        r'$\mmlToken{mi}[href="javascript:alert(1)"]{x}$',
        r'<span class="tex2jax_process mathjax_process">$\href{javascript:alert(1)}{x}$</span>',
    ):
        assert shown(source).startswith('<div class="tex2jax_ignore mathjax_ignore">')
        assert "_process" not in shown(source)


def test_very_much_markup_is_shown_as_text():
    for source in ("<div>" * 2000, "<" + "x" * 100_000):
        assert shown(source).startswith('<pre class="tex2jax_ignore mathjax_ignore">&lt;')


def test_a_raw_cell_is_text():
    from grader.nbgrader.rendering import clean_html

    environment = Environment(autoescape=False)
    environment.filters["clean_html"] = clean_html
    page = environment.from_string("{{ cell.source | clean_html }}")
    cell = {"cell_type": "raw", "metadata": {}, "source": r"<b>$\href{javascript:alert(1)}{x}$</b>"}
    assert page.render(cell=cell) == (
        r'<pre class="tex2jax_ignore mathjax_ignore">&lt;b&gt;$\href{javascript:alert(1)}{x}$&lt;/b&gt;</pre>'
    )
    assert page.render(cell={**cell, "cell_type": "code", "source": "<b>x</b><i onclick=y>"}) == "<b>x</b><i></i>"


def test_the_instructor_s_markup_is_left_as_it_is():
    assert "<b style='color: red'>" in shown("<b style='color: red'>x</b>", metadata=LOCKED)
    assert shown("x", text="<pre style='x'>a comment</pre>").startswith("<pre style='x'>")
