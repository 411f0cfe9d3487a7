/** How the picture looks. Signs carry the meaning; colours repeat it and have enough contrast on both grounds. */
export const svgStyle = `
.sb{--fg:#1f2328;--line:#59636e;--box:#ffffff;--wait:#818b98;--way:#0550ae;--way-bg:#ddf4ff;--done:#1a7f37;--done-bg:#dafbe1;--fail:#b31d28;--fail-bg:#ffebe9;--undo:#6639ba;--undo-bg:#fbefff;--skip:#6e7781;max-width:100%;height:auto}
@media (prefers-color-scheme:dark){.sb{--fg:#f0f6fc;--line:#9198a1;--box:#151b23;--wait:#7d8590;--way:#79c0ff;--way-bg:#0c2d4d;--done:#56d364;--done-bg:#0f2f1a;--fail:#ff938a;--fail-bg:#43171a;--undo:#d2a8ff;--undo-bg:#2b1a47;--skip:#9198a1}}
.sb text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;text-anchor:middle;fill:var(--fg);white-space:pre}
.sb .sb-remark{font-size:12px;fill:var(--line)}
.sb .sb-line,.sb .sb-wall{fill:none;stroke:var(--line);stroke-width:1.4}
.sb .sb-tip{fill:var(--line)}
.sb rect{fill:var(--box);stroke:var(--wait);stroke-width:1.5}
.sb .sb-wall{stroke:var(--wait);stroke-width:1}
.sb .sb-under-way rect{fill:var(--way-bg);stroke:var(--way);stroke-width:2.5}
.sb .sb-done rect{fill:var(--done-bg);stroke:var(--done)}
.sb .sb-failed rect{fill:var(--fail-bg);stroke:var(--fail);stroke-width:2.5}
.sb .sb-undone rect{fill:var(--undo-bg);stroke:var(--undo)}
.sb .sb-skipped rect{stroke-dasharray:4 4;stroke:var(--skip)}
.sb .sb-skipped text{fill:var(--skip)}
`;
