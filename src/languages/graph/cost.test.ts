/** The cost of checking a document is limited for any content. */
import { expect, test } from 'vitest';
import { graphLanguage } from './index.ts';

const read = (text: string) => graphLanguage.read({ path: 'big.yaml', text }, { operations: null });

const document = (workflows: number, nodes: (workflow: number) => readonly string[]): string =>
  `workflows:\n${range(workflows)
    .map(
      (at) =>
        `  w${at}:\n    graph:\n${nodes(at)
          .map((node) => `      ${node}\n`)
          .join('')}`,
    )
    .join('')}`;

const range = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);

const asks = (nodes: number): readonly string[] =>
  range(nodes).map((at) => `a${at}: { type: yield, message: hm }`);

/** Layers in which every node depends on every node of the layer before. */
const dense = (layers: number, width: number): readonly string[] =>
  range(layers * width).map((at) => {
    const layer = Math.floor(at / width);
    const before = range(layer === 0 ? 0 : width).map((from) => `n${(layer - 1) * width + from}`);
    return `n${at}: { type: yield, message: hm, depends_on: [${before.join(', ')}] }`;
  });

const parallel = (name: string, branches: number): string =>
  `${name}: { type: parallel, branches: { ${range(branches)
    .map((at) => `${name}${at}: { type: yield, message: hm }`)
    .join(', ')} } }`;

test.each([
  ['more than 500 workflows', document(501, () => asks(1)), 'at most 500 workflows'],
  ['more than 2000 nodes', document(41, () => asks(49)), 'at most 2000 nodes in all its workflows together'],
  [
    'more than 10000 dependencies',
    document(1, () => dense(4, 60)),
    'at most 10000 dependencies and routes between nodes',
  ],
  [
    'as many between the branches of parallels',
    document(1, () => [parallel('a', 101), parallel('b', 101).replace('{', '{ depends_on: [a],')]),
    'at most 10000 dependencies and routes between nodes',
  ],
  [
    'workflows that call each other too much',
    document(150, (at) => [...asks(9), ...(at < 149 ? [`z: { workflow: w${at + 1} }`] : [])]),
    'fewer calls of workflows, or smaller workflows',
  ],
])('[L1] a document with %s is refused as a whole, before it is checked', (_, text, expected) => {
  const { violations, workflows } = read(text);
  expect(violations.map((each) => [each.rule, each.expected])).toEqual([['limit', expected]]);
  expect(workflows).toEqual([]);
});

test('[L1] the maximum number of workflows and nodes is checked', () => {
  const { violations, warnings, workflows } = read(document(200, () => asks(10)));
  expect([violations, warnings]).toEqual([[], []]);
  expect(workflows.filter(({ program }) => program !== null)).toHaveLength(200);
});

test('[L1][K16.7] a dense document within the limits is checked to the end', () => {
  const { violations, warnings } = read(document(1, () => dense(5, 40)));
  expect([violations, warnings]).toEqual([[], []]);
});

test('[L2] of nodes that all wait for each other, the first cycles are reported and the rest is checked', () => {
  const nodes = range(40).map((at) => {
    const others = range(40).filter((other) => other !== at);
    return `n${at}: { call: x, depends_on: [${others.map((other) => `n${other}`).join(', ')}] }`;
  });
  const { violations } = read(document(1, () => nodes));
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(['dependency-cycle']));
  expect(violations).toHaveLength(50);
});

test('[L1] if OR-joins would take too long the check stops and reports it', () => {
  const entangled = range(400).map((at) => {
    const more = at > 1 ? `, depends_on: [a${at - 1}, a${at - 2}], join: any` : '';
    return `a${at}: { type: yield, message: hm, if: "1 > 0"${more} }`;
  });
  const { violations, warnings } = read(document(1, () => entangled));
  expect(violations).toEqual([]);
  expect(warnings.map(({ rule }) => rule)).toEqual(['bound-reached']);
});

test('[L1] many workflows with very many states share one budget; unchecked ones are reported', () => {
  const states = range(20).map(
    (at) => `a${at}: { type: yield, if: "1 > 0", message: "$a${(at * 7) % 20} $a${(at * 13 + 1) % 20}" }`,
  );
  const { warnings } = read(document(12, () => states));
  const unchecked = warnings.filter(({ rule }) => rule === 'bound-reached');
  expect(unchecked.map(({ path }) => path).at(-1)).toBe('workflows.w11');
  expect(unchecked.length).toBeGreaterThan(6);
});
