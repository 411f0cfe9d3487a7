/**
 * The examples of docs/graph.md are correct: its documents are valid, its errors are found, its test cases pass, and its
 * tables match the code. The first line of a YAML block names its kind.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  keysOf,
  kindsIn,
  type NodeContainer,
  nodeKinds,
  typedKinds,
} from '../src/languages/graph/node-keys.ts';
import { runTests, validate } from '../src/operations/index.ts';
import { rules, warnings } from './graph/rules.ts';

const page = read('docs/graph.md');

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

/** All violated rules, in the order of the text. */
function rulesIn(text: string, api?: string) {
  const file = { path: 'docs/graph.md', text };
  const report = validate({ files: [file], api: api === undefined ? null : { path: api, text: read(api) } });
  const [found] = report.files.filter(({ path }) => path === file.path);
  return {
    violations: found?.violations.map(({ rule }) => rule),
    warnings: found?.warnings.map(({ rule }) => rule),
  };
}

/** A document with one workflow of these nodes. */
function around(nodes: string, params = '{}'): string {
  return `workflows:\n  w:\n    params: ${params}\n    graph:\n${nodes.replaceAll(/^(?=.)/gm, '      ')}`;
}

type Kind = 'document' | 'cases' | 'nodes' | 'wrong' | 'warning' | 'unmarked';

interface Block {
  readonly kind: Kind;
  readonly line: number;
  readonly text: string;
  /** The rules that it violates. */
  readonly broken: readonly string[];
}

function blockOf(text: string, line: number): Block {
  const isWhole = (part: string) => /^(workflows|domain):/.test(part);
  if (isWhole(text)) return { kind: 'document', line, text, broken: [] };
  if (text.startsWith('cases:')) return { kind: 'cases', line, text, broken: [] };
  const mark = /^# (?:nodes|(wrong|warning): ([a-z, -]+?))(?:, with params: (\{.*\}))?\n/.exec(text);
  if (mark === null) return { kind: 'unmarked', line, text, broken: [] };
  const [head, kind = 'nodes', broken = '', params] = mark;
  const body = text.slice(head.length);
  const whole = isWhole(body) ? body : around(body, params);
  return { kind: kind as Kind, line, text: whole, broken: broken.split(', ').filter(Boolean) };
}

const blocks = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(({ 1: text = '', index }) =>
  blockOf(text, page.slice(0, index).split('\n').length + 1),
);
const ofKind = (...kinds: readonly Kind[]) => blocks.filter(({ kind }) => kinds.includes(kind));

/** The rows of the table with this heading row. */
function rowsOf(...heading: readonly string[]): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading.join(' | ')} |`));
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? rest.length : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const codeIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const plain = (cell = ''): string => cell.replaceAll(/`|\[|\]\([^)]*\)/g, '');

describe('docs/graph.md', () => {
  test('[A8] every YAML block names its kind, and every kind is used', () => {
    expect(ofKind('unmarked')).toEqual([]);
    expect([...new Set(blocks.map(({ kind }) => kind))].sort()).toEqual([
      'cases',
      'document',
      'nodes',
      'warning',
      'wrong',
    ]);
  });

  test.each(ofKind('document', 'nodes'))('[A8] the block at line $line is valid', ({ text }) => {
    expect(rulesIn(text)).toEqual({ violations: [], warnings: [] });
  });

  test.each(ofKind('wrong'))('[A8] the error at line $line is found', ({ text, broken }) => {
    expect(rulesIn(text)).toEqual({ violations: broken, warnings: [] });
  });

  test.each(ofKind('warning'))('[A8] the warning at line $line is found', ({ text, broken }) => {
    expect(rulesIn(text)).toEqual({ violations: [], warnings: broken });
  });

  test.each(ofKind('cases'))(
    '[A8] the test cases at line $line pass, and cover every path',
    async ({ line, text }) => {
      const before = ofKind('document').findLast((each) => each.line < line);
      const report = await runTests({
        tests: { path: 'order.test.yaml', text },
        file: { path: 'order.yaml', text: before?.text ?? '' },
        api: null,
      });
      expect(report.violations).toEqual([]);
      expect(report.cases.flatMap(({ mismatches }) => mismatches)).toEqual([]);
      expect(report.untaken).toEqual([]);
      expect(report.passed).toBe(true);
    },
  );

  const tables = [
    { kind: 'violations', heading: 'rule', known: rules },
    { kind: 'warnings', heading: 'warning', known: warnings },
  ] as const;

  test.each(tables)('[A8] the table of $kind matches the code', ({ heading, known }) => {
    const rows = rowsOf(heading, 'meaning', 'for example');
    expect(rows.map(([rule, meaning]) => [plain(rule), plain(meaning)])).toEqual(Object.entries(known));
  });

  const examples = tables.flatMap(({ kind, heading }) =>
    rowsOf(heading, 'meaning', 'for example')
      .map(([rule, , example]) => ({ kind, rule: plain(rule), lines: codeIn(example) }))
      .filter(({ lines }) => lines.length > 0),
  );

  test.each(examples)(
    '[A8] the example of $rule violates that rule and no other',
    ({ kind, rule, lines }) => {
      const told = (start: string) => lines.find((line) => line.startsWith(start))?.slice(start.length);
      const others = lines.filter((line) => !/^(--api|params:) /.test(line)).join('\n');
      const text = others.startsWith('workflows:') ? others : around(others, told('params: '));
      expect(rulesIn(text, told('--api '))).toEqual({ violations: [], warnings: [], [kind]: [rule] });
    },
  );

  const everywhere = ['type', 'description', 'depends_on', 'join', 'if'];

  test('[A8] the cheat sheet has every kind of node with its keys', () => {
    const rows = rowsOf('node', 'keys of its own', '`type:`');
    expect(rows.map(([kind, keys, type]) => [kind, codeIn(keys), plain(type)])).toEqual(
      nodeKinds.map((kind) => [
        kind,
        keysOf(kind, 'graph').filter((key) => !everywhere.includes(key)),
        typedKinds.includes(kind) ? kind : 'may be left out',
      ]),
    );
  });

  test('[A8] the cheat sheet lists what may be nested in other nodes', () => {
    const standings: readonly NodeContainer[] = ['branch', 'loop', 'compensation'];
    const rows = rowsOf('inside', 'allowed nodes');
    expect(rows.map(([, kinds, keys]) => [kinds, codeIn(keys?.split(';')[0])])).toEqual(
      standings.map((standing) => [
        kindsIn(standing).join(', '),
        keysOf('wait', standing).filter((key) => key !== 'wait'),
      ]),
    );
  });
});

test.each(['docs/graph.md', 'src/languages/graph/README.md'])('[A8] links in %s resolve', (path) => {
  const text = read(path);
  const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-')}`,
  );
  const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const lost = targets.filter((target) =>
    target.startsWith('#')
      ? !anchors.includes(target)
      : !existsSync(new URL(target, new URL(`../${path}`, import.meta.url))),
  );
  expect(lost).toEqual([]);
});
