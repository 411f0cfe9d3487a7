/**
 * Measures how long it takes to read, check and compile workflow documents, next to the time of the YAML package for the
 * text alone: the difference is ours.
 */
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { graphLanguage } from '../src/languages/graph/index.ts';
import { ratio, table } from './table.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const document = (nodes: readonly string[]): string =>
  `workflows:\n  w:\n    params: { n: int }\n    graph:\n${nodes.map((node) => `      ${node}\n`).join('')}`;

const chain = (count: number): string =>
  document(
    numbers(count).map((at) =>
      at === 0
        ? 'n0: { call: x }'
        : `n${at}: { call: x, depends_on: [n${at - 1}], args: { a: $n${at - 1}.id } }`,
    ),
  );

const diamonds = (count: number): string =>
  document(
    numbers(count).flatMap((at) => [
      `b${at}: { type: branch, ${at === 0 ? '' : `depends_on: [j${at - 1}], `}on: [{ when: $n > ${at}, goto: l${at} }, { default: r${at} }] }`,
      `l${at}: { call: x }`,
      `r${at}: { call: x }`,
      `j${at}: { call: y, depends_on: [l${at}, r${at}] }`,
    ]),
  );

const documents: Readonly<Record<string, string>> = {
  'the travel desk, 7 workflows': readFileSync('examples/travel/travel.yaml', 'utf8'),
  '100 nodes in a row': chain(100),
  '1,000 nodes in a row': chain(1000),
  '1,000 nodes side by side': document(numbers(1000).map((at) => `n${at}: { call: x }`)),
  '200 choices that join again': diamonds(200),
};

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

const timed = (work: () => unknown): number => {
  const begin = performance.now();
  work();
  return performance.now() - begin;
};

const rows = Object.entries(documents).map(([name, text]) => {
  const rounds = numbers(5);
  const yaml = median(rounds.map(() => timed(() => parseDocument(text))));
  const ours = median(
    rounds.map(() => timed(() => graphLanguage.read({ path: 'bench.yaml', text }, { operations: null }))),
  );
  return [
    name,
    `${text.length.toLocaleString('en-US')} B`,
    `${yaml.toFixed(1)} ms`,
    `${ours.toFixed(1)} ms`,
    ratio(ours, yaml),
  ];
});
table([['document', 'size', 'YAML alone', 'read, checked, compiled', 'ratio'], ...rows]);
