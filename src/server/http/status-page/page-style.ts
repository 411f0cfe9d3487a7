/** The style of pages: one column, system colours, light or dark. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f7f7f5; --card: #fff; --text: #1d2126; --quiet: #5d6670; --line: #dfe1e0;
  --accent: #b3261e; --good: #1b7a4b; --bad: #b3261e; --code: #f1f2f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --card: #1c2024; --text: #e8eaec; --quiet: #9aa4ae; --line: #30363c;
    --accent: #ff8a80; --good: #5fd39a; --bad: #ff8a80; --code: #14171a;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 54rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
header { display: flex; align-items: center; gap: .9rem; flex-wrap: wrap; }
header svg { width: 2.6rem; height: 2.6rem; }
h1 { font-size: 1.7rem; margin: 0; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin: 2.2rem 0 .7rem; }
p { margin: .4rem 0; }
a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: .15em; }
.quiet { color: var(--quiet); }
.pill { border: 1px solid currentColor; border-radius: 99px; padding: .1rem .7rem; font-size: .85rem; font-weight: 600; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .7rem; margin: 0; }
.figures div { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .7rem .9rem; }
.figures dt { color: var(--quiet); font-size: .85rem; }
.figures dd { margin: 0; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; margin: 1rem 0 0; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; margin: .5rem 0; }
summary { cursor: pointer; padding: .6rem .9rem; font-weight: 600; }
details > :not(summary) { margin-left: .9rem; margin-right: .9rem; }
details > :last-child { margin-bottom: .9rem; }
pre, code { font: .875rem/1.5 ui-monospace, monospace; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem .9rem; overflow-x: auto;
  user-select: all; }
ul { padding: 0; list-style: none; margin: 0; }
.entries li { display: grid; grid-template-columns: minmax(11rem, 16rem) 1fr; gap: 1rem; padding: .35rem 0;
  border-bottom: 1px solid var(--line); }
.entries code { overflow-wrap: anywhere; }
.entries span { unicode-bidi: isolate; }
.links { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; }
@media (max-width: 36rem) { .entries li, .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: .4rem; } }
`;
