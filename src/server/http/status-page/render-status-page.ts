/** Renders the page at `/`: status, workflows, tools, and how to connect hosts. No scripts, no external resources. */

import type { ServiceStatus } from '../../../operations/index.ts';
import type { OpenCounts } from '../../mcp/contract/mcp-endpoint.ts';
import type { Tool } from '../../mcp/contract/tool.ts';
import { about } from './about.ts';
import { connectionHints, type StdioCommand } from './connections.ts';
import { escapeHtml } from './escape-html.ts';
import { firstSentence } from './first-sentence.ts';
import type { WorkflowListing } from './list-workflows.ts';
import { pageStyle } from './page-style.ts';

export type Fact = readonly [name: string, value: string];

export interface StatusPage {
  readonly base: string;
  readonly version: string;
  readonly isDevelopment: boolean;
  /** Null if the app does not answer. */
  readonly status: ServiceStatus | null;
  /** Null if they cannot be read, or the principal may not. */
  readonly workflows: WorkflowListing | null;
  readonly tools: ToolListing;
  /** Null if the principal may not see it. */
  readonly open: OpenCounts | null;
  /** Null for readers who may be on another machine. */
  readonly stdioCommand: StdioCommand | null;
  readonly serverFacts: readonly Fact[];
}

export type ToolListing =
  | { readonly kind: 'tools'; readonly tools: readonly ListedTool[] }
  | { readonly kind: 'refused'; readonly message: string };

type ListedTool = Pick<Tool, 'name' | 'description'>;

export function renderStatusPage(page: StatusPage): string {
  const { base, version, status, workflows, tools, stdioCommand } = page;
  const problem = status === null ? 'The data folder does not answer.' : status.problem;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(about.title)}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(sign)}">
<style>${pageStyle}</style>
</head>
<body>
<main>
<header>${sign}<h1>${escapeHtml(about.title)}</h1>
<span class="pill ${problem === '' ? 'good">ready' : 'bad">not ready'}</span>
<span class="quiet">version ${escapeHtml(version)}</span></header>
<p>${escapeHtml(about.description)}</p>
${page.isDevelopment ? '<p class="quiet">Development: no credentials are required, and only this machine is served.</p>' : ''}
<h2>What runs</h2>
${problem === '' ? '' : `<p class="bad">${escapeHtml(problem)} Run <code>signalbox doctor</code>.</p>`}
<dl class="figures">${figuresOf(page).map(figure).join('')}</dl>
<dl class="facts">${[...page.serverFacts, ...mistakenIn(page)].map(fact).join('')}</dl>
<h2>Connect an agent</h2>
${page.isDevelopment ? '' : '<p>Add the header <code>Authorization: Bearer …</code> with your key or token to the configuration of your host.</p>'}
${connectionHints(`${base}/mcp`, stdioCommand).map(renderHint).join('\n')}
${workflows === null || workflows.total === 0 ? '' : `<h2>Workflows</h2>\n${workflowList(workflows)}`}
<h2>Tools</h2>
${toolList(tools)}
<h2>More</h2>
<ul class="links">${links.map(link).join('')}</ul>
</main>
</body>
</html>
`;
}

/** The logo: a signal with two arms. */
const sign =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><g fill="none" stroke="#b3261e" stroke-width="3.4" stroke-linecap="round"><path d="M9 3v26" stroke="#7d868f"/><path d="M9 8l17-4"/><path d="M9 18h17"/></g><path d="M4 29h10" stroke="#7d868f" stroke-width="3.4" stroke-linecap="round"/></svg>';

const links = [
  '/health',
  '/ready',
  '/metrics',
  '/mcp/server-card',
  '/.well-known/ai-catalog.json',
  '/.well-known/mcp.json',
  '/openapi.json',
];

function figuresOf({ status, open }: StatusPage): readonly Fact[] {
  const runs = Object.entries(status?.runs ?? {}).map(
    ([state, count]): Fact => [`runs ${state}`, `${count}`],
  );
  const items: readonly Fact[] = status === null ? [] : [['open questions', `${status.openItems}`]];
  const valid = status?.definitions.valid ?? 0;
  const invalid = status?.definitions.invalid ?? 0;
  return [
    ...(status === null ? [] : [['workflows', `${valid}`] as const]),
    ...(invalid === 0 ? [] : [['with errors', `${invalid}`] as const]),
    ...runs,
    ...items,
    ...(open === null ? [] : openFigures(open)),
  ];
}

/** Documents that cannot run. */
function mistakenIn({ status }: StatusPage): readonly Fact[] {
  const paths = status?.mistaken ?? [];
  return paths.length === 0 ? [] : [['With errors', `${paths.join(', ')} (see the log)`]];
}

const openFigures = ({ calls, sessions, subscriptions }: OpenCounts): readonly Fact[] => [
  ['active calls', `${calls}`],
  ['sessions', `${sessions}`],
  ['subscriptions', `${subscriptions}`],
];

const figure = ([name, value]: Fact): string =>
  `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`;

const fact = ([name, value]: Fact): string => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`;

const renderHint = (
  { host, hint, snippet }: ReturnType<typeof connectionHints>[number],
  at: number,
): string =>
  `<details${at === 0 ? ' open' : ''}><summary>${escapeHtml(host)}</summary><p class="quiet">${escapeHtml(hint)}</p><pre>${escapeHtml(snippet)}</pre></details>`;

function workflowList({ workflows, total }: WorkflowListing): string {
  const lines = workflows.map(({ id, description, valid }) =>
    entry(id, description, valid ? '' : '<span class="bad">has errors</span> '),
  );
  const others = total - workflows.length;
  const more = others === 0 ? '' : `<p class="quiet">${others} more: call <code>workflow_list</code>.</p>`;
  return `<ul class="entries">${lines.join('')}</ul>${more}`;
}

/** A tool that runs one workflow is only named: the workflow is described above. */
function toolList(found: ToolListing): string {
  if (found.kind === 'refused') return `<p class="bad">${escapeHtml(found.message)}</p>`;
  if (found.tools.length === 0) return '<p class="quiet">No tools are listed.</p>';
  const isOfWorkflow = ({ name }: ListedTool): boolean => name.startsWith('w_');
  const lines = found.tools
    .filter((tool) => !isOfWorkflow(tool))
    .map((tool) => entry(tool.name, tool.description));
  const names = found.tools.filter(isOfWorkflow).map(({ name }) => `<code>${escapeHtml(name)}</code>`);
  const own = names.length === 0 ? '' : `<p class="quiet">Each runs one workflow: ${names.join(', ')}</p>`;
  return `<ul class="entries">${lines.join('')}</ul>${own}`;
}

/** @param mark HTML before the description */
const entry = (name: string, description: string, mark = ''): string =>
  `<li><code>${escapeHtml(name)}</code><span>${mark}${escapeHtml(firstSentence(description))}</span></li>`;

const link = (path: string): string =>
  `<li><a href="${escapeHtml(path.slice(1))}">${escapeHtml(path)}</a></li>`;
