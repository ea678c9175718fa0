"""The style of the class's page, besides what all pages have."""

from __future__ import annotations

from grader.reports.html_style import scoped

__all__ = ["STYLE"]

STYLE = "@page wide { size: landscape; }" + scoped("""
& > header, & > main, & > footer { max-width: 76rem; }
& [hidden] { display: none !important; }
& nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .75rem 0 0; padding: 0; }
& .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1.25rem 0; }
& .tiles div { display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: .6rem .9rem;
  border: 1px solid var(--edge); border-radius: .5rem; background: var(--box); }
& .tiles dt { color: var(--soft); font-size: .875rem; line-height: 1.3; }
& .tiles dd { margin: 0; font-size: 1.6rem; font-weight: 600; line-height: 1.25; }
& .group { border-left: .25rem solid var(--mood); background: var(--box); border-radius: 0 .5rem .5rem 0;
  padding: .35rem 1rem; margin: .5rem 0; }
& .group summary { color: inherit; } & .group summary span { color: var(--mood); font-weight: 700; }
& .group ul { margin: .25rem 0 .5rem; padding-left: 1.1rem; }
& .group .zero { columns: 26rem auto; column-gap: 2rem; }
& .group li { break-inside: avoid; margin: 0 0 .4rem; }
& .scroll { overflow-x: auto; border: 1px solid var(--edge); border-radius: .5rem; }
& .tall { max-height: 85vh; overflow-y: auto; }
& .scroll table { width: 100%; border-collapse: separate; border-spacing: 0; }
& .scroll th, & .scroll td { padding: .3rem .6rem; } & .scroll td { white-space: nowrap; }
& .scroll th[scope="row"] { position: sticky; left: 0; z-index: 1; background: var(--back); font-weight: 500;
  text-align: left; padding-left: .75rem; max-width: 18rem; }
& .scroll tbody tr:last-child > * { border-bottom: 0; }
& .scroll tbody tr:hover > * { background: var(--box); }
& .scroll thead th { position: sticky; top: 0; z-index: 2; background: var(--box); vertical-align: bottom;
  font-size: .85rem; line-height: 1.3; min-width: 4.5rem; max-width: 9rem; overflow-wrap: break-word; }
& .scroll thead th:first-child { left: 0; z-index: 3; min-width: 8rem; padding-left: .75rem; }
& .scroll thead button { font: inherit; color: inherit; background: none; border: 0; padding: .2rem 0; margin: 0;
  width: 100%; text-align: inherit; cursor: pointer; display: flex; align-items: flex-end; gap: .3rem;
  justify-content: flex-end; }
& .scroll thead th:first-child button { justify-content: flex-start; }
& .scroll thead button:hover { text-decoration: underline; }
& .scroll thead button::after { content: "↕"; color: var(--soft); }
& .scroll thead [aria-sort="ascending"] button::after { content: "↑"; color: inherit; }
& .scroll thead [aria-sort="descending"] button::after { content: "↓"; color: inherit; }
& .scroll td.passed, & .scroll td.failed, & .scroll td.pending, & .scroll td.broken { background: var(--tint); }
& .scroll td .soft { font-size: .8rem; } & th .soft { font-weight: 400; }
& .bar { display: block; width: 100%; min-width: 7rem; height: .5rem; border-radius: .25rem; }
& .bar rect { fill: var(--mood); }
& .card { border: 1px solid var(--edge); border-radius: .5rem; padding: 1rem 1.25rem; margin: 1rem 0; }
& .card h3 { font-size: 1.1rem; } & .card > p { margin: .1rem 0 .5rem; }
& h4 { font-size: .95rem; margin: 0; }
& .row { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin-top: 1rem; align-items: flex-start; }
& .plots { flex: 1 1 17rem; display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
& .plots figure { flex: 1 1 17rem; max-width: 24rem; margin: 0; } & .plots figure svg { min-width: 0; }
& figcaption { font-size: .875rem; color: var(--soft); margin-bottom: .35rem; } & figcaption h4 { color: var(--ink); }
& .causes { flex: 2 1 24rem; font-size: .9rem; }
& .causes ol { margin: .25rem 0; padding: 0; list-style: none; }
& .causes li { padding: .45rem 0; border-bottom: 1px solid var(--edge); }
& .causes li:last-child { border-bottom: 0; }
& .causes li p { margin: 0; } & .causes .whose { display: inline; } & .causes details { display: inline-block; }
& .causes summary { padding: 0 0 0 .5rem; }
& .tag { color: var(--mood); background: var(--tint); border-radius: .25rem; padding: 0 .35rem; font-weight: 600; }
& .search { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; margin: .75rem 0; }
& .search label { font-weight: 600; }
& .search input { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--soft);
  border-radius: .375rem; padding: .4rem .6rem; width: 20rem; max-width: 100%; }
& .search p { color: var(--soft); font-size: .875rem; margin: 0; flex-basis: 100%; }
@media (max-width: 40rem) {
& .scroll th[scope="row"], & .scroll thead th:first-child { max-width: 9rem; min-width: 7rem; }
& .card { padding: .75rem; }
& .group .zero { columns: auto; }
}
@media print {
& > header, & > main, & > footer { max-width: none; }
& .search, & .causes details { display: none; }
& .scroll { overflow: visible; border: 0; } & .tall { max-height: none; }
& .scroll thead th, & .scroll th[scope="row"] { position: static; }
& .scroll thead button::after { content: none !important; }
& .wide { page: wide; }
& .scroll table { font-size: 8.5pt; } & .scroll th, & .scroll td { padding: .15rem .35rem; white-space: normal; }
& .scroll thead th { font-size: 8pt; } & .scroll td .soft { font-size: 7pt; }
& .scroll thead th, & .scroll thead th:first-child { min-width: 0; padding-left: .35rem; }
& .scroll .bar { min-width: 3rem; }
& .card, & .tiles div { break-inside: avoid; }
}
""")
