/** A document of the graph language under construction: maps in the order of their keys, with comments. */
import type { Json } from '../../../kernel/index.ts';
import { entryLines, flowText } from '../../document/yaml-text.ts';

export interface NodeDraft {
  readonly name: string;
  readonly comments: readonly string[];
  readonly body: { readonly [key: string]: Json };
}

export interface WorkflowDraft {
  readonly name: string;
  readonly comments: readonly string[];
  readonly description: string;
  readonly params: readonly NodeDraft[];
  readonly nodes: readonly NodeDraft[];
  readonly result: Json;
}

export interface DocumentDraft {
  readonly comments: readonly string[];
  readonly version: string;
  readonly description: string;
  readonly workflows: readonly WorkflowDraft[];
}

export function writeDraft({ comments, version, description, workflows }: DocumentDraft): string {
  return [
    ...commentLines(comments),
    ...entryLines('version', version, false),
    ...textEntry('description', description),
    'workflows:',
    ...workflows.flatMap((workflow, index) => [
      ...(index === 0 ? [] : ['']),
      ...indent(workflowLines(workflow)),
    ]),
    '',
  ].join('\n');
}

function workflowLines({ name, comments, description, params, nodes, result }: WorkflowDraft): string[] {
  return [
    ...commentLines(comments),
    `${name}:`,
    ...indent([
      ...textEntry('description', description),
      ...(params.length === 0 ? [] : ['params:', ...indent(params.flatMap(nodeLines))]),
      'graph:',
      ...indent(nodes.flatMap(nodeLines)),
      ...valueLines('result', result),
    ]),
  ];
}

function nodeLines({ name, comments, body }: NodeDraft): string[] {
  const entries = Object.entries(body).sort(([a], [b]) => rankOf(a) - rankOf(b));
  return [...commentLines(comments), ...valueLines(name, Object.fromEntries(entries))];
}

/** Order of keys: what a node does, then when it starts, then the rest. */
const first = ['description', 'type', 'call', 'workflow', 'wait', 'depends_on', 'join', 'if'];

function rankOf(key: string): number {
  const at = first.indexOf(key);
  return at < 0 ? first.length : at;
}

/** Longer lists, and maps of maps, are written on several lines. */
const maxLineLength = 90;

function valueLines(key: string, value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return entryLines(key, value, false);
  const short = `${key}: ${inBrackets(value)}`;
  const inner = Array.isArray(value) ? value : Object.values(value);
  const plain = inner.every((part) => typeof part !== 'object' || part === null || isNames(part));
  if (inner.length === 0 || (plain && inner.length < 4 && short.length <= maxLineLength)) return [short];
  if (Array.isArray(value)) {
    return [
      `${key}:`,
      ...value.flatMap((part: Json) => {
        const isMap = typeof part === 'object' && part !== null && !Array.isArray(part);
        const lines = isMap
          ? Object.entries(part).flatMap(([name, each]) => valueLines(name, each))
          : [inBrackets(part)];
        return lines.map((line, index) => (index === 0 ? `  - ${line}` : `    ${line}`));
      }),
    ];
  }
  return [`${key}:`, ...indent(Object.entries(value).flatMap(([name, part]) => valueLines(name, part)))];
}

const isNames = (value: Json): boolean =>
  Array.isArray(value) && value.length < 4 && value.every((part) => typeof part === 'string');

function inBrackets(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inBrackets).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return flowText(value, false);
  const entries = Object.entries(value).map(([key, part]) => `${flowText(key, false)}: ${inBrackets(part)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

const textEntry = (key: string, text: string): readonly string[] =>
  text === '' ? [] : entryLines(key, text, false);

const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));

/** Keeps quoted text inside the comment. */
const commentLines = (comments: readonly string[]): string[] =>
  comments.map((comment) => `# ${comment.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()}`);
