"""The style that all our pages share: colours for light and dark, forms of what is on every page, paper.

Every rule stands below one class, so that a part of a page can be shown in a notebook and changes nothing there. Each
colour of text has a contrast of 4.5 or more on each ground that it stands on (WCAG AA).
"""

from __future__ import annotations

from grader.reports.plots_drawing import DARK, FORMS, LIGHT

__all__ = ["CLASS", "NOTEBOOK", "SHEET", "STYLE", "scoped"]

CLASS = "jitgrade"


def scoped(rules: str) -> str:
    """Returns rules of CSS in which ``&`` stands for the element that all of them are below, with its class for it."""
    return rules.replace("&", f".{CLASS}")


def _declared(scheme: str, colours: dict[str, str]) -> str:
    return f"color-scheme: {scheme}; " + " ".join(f"--{name}: {colour};" for name, colour in colours.items())


_LIGHT = _declared(
    "light",
    LIGHT
    | {"back": "#ffffff", "box": "#f4f6f8", "edge": "#d0d7de", "link": "#0b57d0", "code": "#eaeef2"}
    | {"good": "#1a7332", "bad": "#b3261e", "wait": "#7d5000", "ours": "#7d36a8"}
    | {"good-back": "#e9f6ec", "bad-back": "#fdeeec", "wait-back": "#fdf3dc", "ours-back": "#f6edfb"},
)
_DARK = _declared(
    "dark",
    DARK
    | {"back": "#14171b", "box": "#1d2228", "edge": "#3a424c", "link": "#8ab8ff", "code": "#2a3038"}
    | {"good": "#63c97a", "bad": "#ff9b93", "wait": "#e3b65c", "ours": "#d3a4f1"}
    | {"good-back": "#17281c", "bad-back": "#331d1c", "wait-back": "#2e2614", "ours-back": "#291f30"},
)
_PLOTS = FORMS.replace(".plot", "& .plot") + " ".join(f"& .plot .{name} {{ color: var(--{name}); }}" for name in LIGHT)

SHEET = """
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; }
@page { margin: 16mm 14mm; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
"""
"""What a document of its own has besides."""

NOTEBOOK = (
    scoped("""
@media screen {
:is([data-jp-theme-light="true"], .vscode-light, [theme="light"]) & { LIGHT }
:is([data-jp-theme-light="false"], .vscode-dark, .vscode-high-contrast, [theme="dark"]) & { DARK }
}
""")
    .replace("LIGHT", _LIGHT)
    .replace("DARK", _DARK)
)
"""Follows the theme of JupyterLab, VS Code and Colab, which need not be that of the reader's system."""

STYLE = (
    scoped(
        """
& { LIGHT font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink);
  background: var(--back); overflow-wrap: anywhere; }
@media screen and (prefers-color-scheme: dark) { & { DARK } }
& *, & *::before, & *::after { box-sizing: border-box; }
& > header, & > main, & > footer { max-width: 56rem; margin: 0 auto; padding: 0 1rem; }
& > header { padding-top: 1.5rem; }
& > footer { padding-bottom: 2rem; margin-top: 2.5rem; }
& h1, & .h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
& h2, & .h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.25rem 0 .75rem; }
& h3, & .h3 { font-size: 1rem; margin: 0; }
& p { margin: .5rem 0; white-space: pre-wrap; }
& .soft, & footer { color: var(--soft); }
& footer { font-size: .875rem; }
& a { color: var(--link); text-underline-offset: .15em; }
& :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
& main:focus { outline: none; }
& .skip { position: absolute; left: .5rem; top: -10rem; padding: .5rem 1rem; background: var(--back); z-index: 1; }
& .skip:focus { top: .5rem; }
& .contents { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: 1rem 0 0; }
& .contents a { display: inline-block; padding: .25rem 0; }
& .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
& code, & pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
& code { font-size: .9em; background: var(--code); padding: .05em .3em; border-radius: .25em; unicode-bidi: isolate; }
& pre { font-size: .85rem; line-height: 1.5; margin: .5rem 0; padding: .75rem; background: var(--box); color: inherit;
  border: 1px solid var(--edge); border-radius: .5rem; white-space: pre-wrap; unicode-bidi: isolate; }
& table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .925rem; }
& th, & td { text-align: right; padding: .3rem .75rem; border-bottom: 1px solid var(--edge); }
& th, & td:not(:first-child) { overflow-wrap: normal; }
& th:first-child, & td:first-child { text-align: left; padding-left: 0; }
& summary { cursor: pointer; color: var(--link); padding: .25rem 0; }
& .passed { --mood: var(--good); --tint: var(--good-back); }
& .failed { --mood: var(--bad); --tint: var(--bad-back); }
& .pending { --mood: var(--wait); --tint: var(--wait-back); }
& .broken { --mood: var(--ours); --tint: var(--ours-back); }
& .skipped { --mood: var(--soft); --tint: var(--box); }
& figure { margin: 1rem 0; overflow-x: auto; }
& figure svg { display: block; width: 100%; min-width: 34rem; max-width: 45rem; height: auto; }
PLOTS
@media (max-width: 30rem) { & th, & td { padding: .25rem 0 .25rem .4rem; font-size: .875rem; } }
@media print {
& { font-size: 10.5pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
& > header, & > main, & > footer { max-width: none; padding: 0; }
& .skip, & nav { display: none; }
& h2, & h3, & .h3 { break-after: avoid; }
& figure, & tr, & li { break-inside: avoid; }
& figure svg { min-width: 0; }
& details::details-content { content-visibility: visible; block-size: auto; }
}
""".replace("PLOTS", _PLOTS)
    )
    .replace("LIGHT", _LIGHT)
    .replace("DARK", _DARK)
)
"""For a page and for a part of one alike."""
