/**
 * The style of an SVG. Shapes and signs carry the meaning; colours repeat it and have enough contrast on both
 * backgrounds.
 */
interface Look {
  readonly line: string;
  readonly ground: string;
}

/** By kind if no states are shown, otherwise by state. */
const looks: Readonly<Record<string, { readonly light: Look; readonly dark: Look }>> = {
  call: { light: { line: '#6e7781', ground: '#f6f8fa' }, dark: { line: '#8b949e', ground: '#1c2430' } },
  pass: { light: { line: '#818b98', ground: '#ffffff' }, dark: { line: '#7d8590', ground: '#151b23' } },
  place: { light: { line: '#818b98', ground: '#ffffff' }, dark: { line: '#7d8590', ground: '#151b23' } },
  branch: { light: { line: '#9a6700', ground: '#fff8c5' }, dark: { line: '#d29922', ground: '#332a10' } },
  foreach: { light: { line: '#0f766e', ground: '#e0f5f2' }, dark: { line: '#4fd1c5', ground: '#0f2d2c' } },
  workflow: { light: { line: '#4f46b8', ground: '#eeeefd' }, dark: { line: '#a5a2f5', ground: '#22213f' } },
  question: { light: { line: '#0550ae', ground: '#ddf4ff' }, dark: { line: '#79c0ff', ground: '#0c2d4d' } },
  wait: { light: { line: '#57606a', ground: '#eff2f5' }, dark: { line: '#9198a1', ground: '#212830' } },
  compensate: { light: { line: '#6639ba', ground: '#fbefff' }, dark: { line: '#d2a8ff', ground: '#2b1a47' } },
  error: { light: { line: '#b31d28', ground: '#ffebe9' }, dark: { line: '#ff938a', ground: '#43171a' } },
  waiting: { light: { line: '#818b98', ground: '#ffffff' }, dark: { line: '#7d8590', ground: '#151b23' } },
  'under-way': {
    light: { line: '#0550ae', ground: '#ddf4ff' },
    dark: { line: '#79c0ff', ground: '#0c2d4d' },
  },
  done: { light: { line: '#1a7f37', ground: '#dafbe1' }, dark: { line: '#56d364', ground: '#0f2f1a' } },
  failed: { light: { line: '#b31d28', ground: '#ffebe9' }, dark: { line: '#ff938a', ground: '#43171a' } },
  undone: { light: { line: '#6639ba', ground: '#fbefff' }, dark: { line: '#d2a8ff', ground: '#2b1a47' } },
  skipped: { light: { line: '#6e7781', ground: '#ffffff' }, dark: { line: '#9198a1', ground: '#151b23' } },
};

const lookRules = (theme: 'light' | 'dark'): string =>
  Object.entries(looks)
    .map(([name, look]) => `.sb .sb-${name}{--l:${look[theme].line};--g:${look[theme].ground}}`)
    .join('\n');

export const svgStyle = `
.sb{--fg:#1f2328;--quiet:#59636e;--line:#59636e;--fail:#b31d28;--card:#ffffff;--edge:#d1d9e0;--group:#f0f3f6;max-width:100%;height:auto}
${lookRules('light')}
@media (prefers-color-scheme:dark){
.sb{--fg:#f0f6fc;--quiet:#9198a1;--line:#9198a1;--fail:#ff938a;--card:#151b23;--edge:#3d444d;--group:#1d242d}
${lookRules('dark')}
}
.sb text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--fg);white-space:pre}
.sb .sb-name,.sb .sb-remark{text-anchor:middle}
.sb .sb-name{font-weight:600}
.sb .sb-remark,.sb .sb-label,.sb .sb-caption,.sb .sb-note{font-size:12px}
.sb .sb-remark,.sb .sb-caption,.sb .sb-note{fill:var(--quiet)}
.sb .sb-title{font-size:15px;font-weight:600}
.sb .sb-card{fill:var(--card);stroke:var(--edge)}
.sb .sb-rule{fill:none;stroke:var(--edge)}
.sb .sb-group{fill:var(--group);stroke:var(--edge)}
.sb .sb-line{fill:none;stroke:var(--line);stroke-width:1.5}
.sb .sb-tip{fill:var(--line)}
.sb .sb-line.sb-failure{stroke:var(--fail);stroke-dasharray:5 4}
.sb .sb-tip.sb-failure{fill:var(--fail)}
.sb .sb-shape{fill:var(--g);stroke:var(--l);stroke-width:1.5;stroke-linejoin:round}
.sb .sb-inner{fill:var(--l);stroke:none}
.sb .sb-mark{fill:var(--g);stroke:var(--l);stroke-width:1.2}
.sb .sb-gear{fill:var(--g);stroke:var(--l);stroke-width:4;stroke-dasharray:2.2 1.73}
.sb .sb-cancels{fill:var(--g);stroke:var(--fail);stroke-width:1.5}
.sb .sb-wall{fill:none;stroke:var(--l);stroke-width:1}
.sb .sb-under-way .sb-shape,.sb .sb-failed .sb-shape{stroke-width:2.5}
.sb .sb-skipped .sb-shape{stroke-dasharray:4 4}
.sb .sb-skipped text{fill:var(--l)}
`;
