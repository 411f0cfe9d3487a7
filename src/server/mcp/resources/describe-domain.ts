/**
 * Describes a domain for an agent that plans with it: what its workflows do, step by step, which tool runs each, and
 * what to call first.
 */
import type { DefinitionOutline, DefinitionSummary } from '../../../operations/index.ts';
import { domainOf, uriOfWorkflow } from '../present/resource-uri.ts';
import type { Asking } from './ask-as.ts';
import { allDefinitions } from './find-definitions.ts';

/** Number of workflows that are drawn; the others are only named. */
const maxDrawn = 100;

interface Drawn {
  readonly details: DefinitionOutline;
  /** The tool that runs it; `undefined` if none does. */
  readonly tool: string | undefined;
}

export type ToolOf = (workflow: string) => Promise<string | undefined>;

/** Markdown; `undefined` if the domain does not exist. */
export async function describeDomain(
  ask: Asking,
  toolOf: ToolOf,
  domain: string,
): Promise<string | undefined> {
  const definitions = (await allDefinitions(ask)).filter((each) => domainOf(each) === domain);
  if (definitions.length === 0) return undefined;
  const runnable = definitions.filter(({ valid, missing }) => valid && missing.length === 0);
  const lacking = definitions.filter(({ missing }) => missing.length > 0);
  const shown = [...runnable, ...lacking];
  const drawn: Drawn[] = [];
  for (const { id } of shown.slice(0, maxDrawn)) {
    const details = await ask.find<DefinitionOutline>('definitions.outline', { workflow: id });
    // It may have been deleted in the meantime.
    if (details !== undefined) drawn.push({ details, tool: await toolOf(id) });
  }
  return [
    `# ${oneLine(domain)}`,
    `Workflows about ${oneLine(domain)}: ${countOf(runnable, lacking)}, described below.`,
    advise(domain, drawn),
    drawn.length === 0 ? '' : ['Common workflows:', ...drawn.map(lineOf)].join('\n'),
    ...drawn.map((each) => describeWorkflow(each, ask)),
    nameOthers('More workflows', shown.slice(maxDrawn)),
    nameOthers(
      'Workflows that cannot run because their documents have errors',
      definitions.filter(({ valid }) => !valid),
    ),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
    .concat('\n');
}

function countOf(runnable: readonly unknown[], lacking: readonly unknown[]): string {
  const others = lacking.length === 0 ? '' : ` and ${lacking.length} that cannot run on this server`;
  return `${runnable.length} that can run${others}`;
}

function advise(domain: string, drawn: readonly Drawn[]): string {
  const example = drawn.find(({ tool, details }) => tool !== undefined && details.missing.length === 0)?.tool;
  return [
    `When working with ${oneLine(domain)}:`,
    '1. Choose the workflow below that does the whole job. It executes its steps in order, retries failures and undoes partial work: never call its steps one by one.',
    `2. Call its tool first${example === undefined ? '' : `, such as \`${example}\``}, with its params. Tools that are not listed can be called, too; \`workflow_run\` with \`workflow_id\` runs any of them.`,
    '3. If the answer is `running`, call `cases_status`; if it is `input_required`, ask the user and send the answer with `workitems_complete`.',
  ].join('\n');
}

const lineOf = ({ details: { id, line, missing } }: Drawn): string =>
  `- ${oneLine(id)}: ${oneLine(line)}${missing.length === 0 ? '' : ' (cannot run on this server)'}`;

function describeWorkflow({ details, tool }: Drawn, { maySeeSources }: Asking): string {
  const { id, description, drawing, parameters } = details;
  const { missing } = details;
  const run = `\`workflow_run\` with \`workflow_id\` ${codeOf(id)}`;
  return [
    `## ${oneLine(id)}`,
    oneLine(description),
    missing.length > 0
      ? `It cannot run on this server: no single connector offers ${missing.map(codeOf).join(', ')}.`
      : `Run it with ${tool === undefined ? run : `\`${tool}\`, or ${run}`}.`,
    parameters.length === 0
      ? 'It takes no params.'
      : ['Params:', ...parameters.map(describeParameter)].join('\n'),
    `\`\`\`text\n${drawing.trimEnd()}\n\`\`\``,
    `${maySeeSources ? 'Source, schema' : 'Schema'} and drawing: ${uriOfWorkflow(details)}`,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

type ParameterView = DefinitionOutline['parameters'][number];

function describeParameter({ name, type, required, description, ...rest }: ParameterView): string {
  const facts = [
    type,
    required ? 'required' : 'optional',
    ...(rest.default === undefined ? [] : [`default ${codeOf(JSON.stringify(rest.default))}`]),
    ...(rest.example === undefined ? [] : [`such as ${codeOf(JSON.stringify(rest.example))}`]),
  ];
  const said = description === '' ? '' : `: ${oneLine(description)}`;
  return `- ${codeOf(name)} (${facts.join(', ')})${said}`;
}

function nameOthers(title: string, definitions: readonly DefinitionSummary[]): string {
  if (definitions.length === 0) return '';
  const lines = definitions.map(({ id, description }) =>
    description === '' ? `- ${oneLine(id)}` : `- ${oneLine(id)}: ${oneLine(description)}`,
  );
  return [`${title}:`, ...lines].join('\n');
}

/** The author's text cannot begin a heading, list or fence. */
const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const codeOf = (text: string): string => `\`${oneLine(text).replaceAll('`', "'")}\``;
