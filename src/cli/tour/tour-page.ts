/** The pictures of the tour as one self-contained HTML page. */
import { cleanText, drawSvg, escapeXml, signLegend } from '../../drawing/index.ts';
import type { SimulatedRun } from '../../operations/index.ts';
import { createEventDescriber } from './describe-event.ts';
import { type PlayedEvent, type TripRun, tripNet } from './trip-run.ts';

export interface Story {
  readonly title: string;
  readonly text: string;
  readonly run: TripRun;
  /** Events after which a picture is shown; the last one always is. */
  readonly moments: readonly number[];
}

const style = `
:root{color-scheme:light dark;--fg:#1f2328;--bg:#f6f8fa;--card:#fff;--line:#d1d9e0;--quiet:#59636e}
@media (prefers-color-scheme:dark){:root{--fg:#f0f6fc;--bg:#0d1117;--card:#151b23;--line:#3d444d;--quiet:#9198a1}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);margin:0 auto;max-width:75rem;padding:2rem 1.25rem}
h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2.5rem 0 .25rem}p{margin:.25rem 0 1rem;max-width:46rem}
.quiet{color:var(--quiet)}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,34rem),1fr));gap:1rem}
.row{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:1rem}
figure{margin:0;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:8px}
figure svg{display:block;margin:0 auto}
figcaption{font-size:.9rem;color:var(--quiet);margin-bottom:.75rem}
details{margin-top:1rem}summary{cursor:pointer}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font:13px/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
td,th{padding:.15rem .9rem .15rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
td:nth-child(-n+2){text-align:right;color:var(--quiet);white-space:nowrap}
`;

export function tourPage(simulated: SimulatedRun, stories: readonly Story[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Signalbox: the tour</title>
<style>${style}</style>
</head>
<body>
<h1>Signalbox: the tour</h1>
<p>The pictures below show runs that were just played. The page loads no other resources.</p>
<p class="quiet">${escapeXml(signLegend)}<br>∧ all &nbsp; × one &nbsp; ○ any number: left of a name: its incoming flows, right: its outgoing flows</p>
${workflowOf(simulated)}
<h2>The trip that the kernel plays</h2>
<div class="row"><figure>${drawSvg(tripNet)}</figure></div>
${stories.map(storyOf).join('\n')}
</body>
</html>
`;
}

function workflowOf({ workflow, sketch, states, timeline, untaken }: SimulatedRun): string {
  const items = (lines: readonly string[]) =>
    lines.map((line) => `<li>${escapeXml(cleanText(line))}</li>`).join('');
  return `<h2>The workflow ${escapeXml(workflow)}, and the state of a simulated run</h2>
<div class="pair"><div class="scroll">${drawSvg(sketch)}</div><div class="scroll">${drawSvg(sketch, states)}</div></div>
<details><summary>What happened</summary><ul>${items(timeline)}</ul></details>
<details><summary>Branches not taken</summary><ul>${items(untaken)}</ul></details>`;
}

function storyOf({ title, text, run, moments }: Story): string {
  const describe = createEventDescriber();
  const descriptions = run.played.map(describe);
  const shown = run.played.filter(({ number }) => moments.includes(number) || number === run.played.length);
  const figures = shown.map((played) => figureOf(played, descriptions[played.number - 1]?.eventText ?? ''));
  const rows = descriptions.map(
    ({ number, time, eventText, effectText }) =>
      `<tr><td>${number}</td><td>${escapeXml(time)}</td><td>${escapeXml(eventText)}</td><td>${escapeXml(effectText)}</td></tr>`,
  );
  return `<h2>${escapeXml(title)}</h2>
<p>${escapeXml(text)}</p>
<div class="row">${figures.join('\n')}</div>
<details><summary>All ${descriptions.length} events</summary><div class="scroll"><table>
<thead><tr><th>number</th><th>time</th><th>event</th><th>effects</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></details>`;
}

function figureOf({ number, view }: PlayedEvent, eventText: string): string {
  return `<figure><figcaption>After event ${number}: ${escapeXml(eventText)}</figcaption>${drawSvg(tripNet, view.states)}</figure>`;
}
