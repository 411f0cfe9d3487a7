/** Hostile documents of the graph language. */
import { type Attack, attackWith, invokeTool, post, save, sendAndExpect, times, validate } from './attack.ts';

const document = (name: string, nodes: readonly string[], params = ''): string =>
  `workflows:\n  ${name}:\n${params}    graph:\n${nodes.map((node) => `      ${node}\n`).join('')}`;

/** Three layers, each node after all of the layer before. @param size characters */
function dense(size: number, name: string): string {
  const width = Math.floor(Math.sqrt(size / 16));
  const nameOf = (layer: number, at: number): string => `l${layer}_n${String(at).padStart(3, '0')}`;
  const layers = times(3, (layer) => {
    const before = layer === 0 ? '' : times(width, (at) => nameOf(layer - 1, at)).join(',');
    const after = layer === 0 ? '' : `, depends_on: [${before}]`;
    return times(width, (at) => `${nameOf(layer, at)}: { call: echo${after} }`);
  });
  return document(name, layers.flat());
}

/** Parallels inside each other. @param count of such towers, 24 levels each */
function deep(count: number, name: string): string {
  const tower = (at: number): string => {
    const levels = times(24, (level) => `{ type: parallel, branches: { b${at}_${level}: `);
    return `${levels.join('')}{ call: echo }${' } }'.repeat(levels.length)}`;
  };
  return document(
    name,
    times(count, (at) => `t${at}: ${tower(at)}`),
  );
}

const wide = (count: number, name: string): string =>
  document(
    name,
    times(count, (at) => `n${at}: { call: echo, args: { n: ${at} } }`),
  );

/** Two misspelt dependencies in every node. */
const misspelt = (count: number, name: string): string =>
  document(
    name,
    times(count, (at) => `node_${at}: { call: echo, depends_on: [nod_${at}, noode_${(at * 7) % count}] }`),
  );

/** @param count of nodes, with 40 keys each that do not exist */
const unknownKeys = (count: number, name: string): string =>
  document(
    name,
    times(
      count,
      (at) => `n${at}: { call: echo, ${times(40, (key) => `dpends_on_${key}: [n${key}]`).join(', ')} }`,
    ),
  );

/** Nodes with 50 patterns each, over a text of 30,000 characters. */
const patterns = (count: number, name: string): string =>
  document(
    name,
    times(count, (at) => {
      const tests = times(50, (of) => `matches($text, "(?:[a-z]{1,${40 - (of % 9)}}[^${of}]){1,20}#${at}")`);
      return `n${at}: { call: echo, if: '${tests.join(' or ')}' }`;
    }),
    '    params: { text: str }\n',
  );

/** Patterns that count to a thousand, each its own. */
const repetitions = (count: number, name: string): string =>
  document(
    name,
    times(count, (at) => {
      const pattern = times(12, (part) => `[a-z${part}]{1,${1_000 - ((at + part) % 400)}}`).join('');
      return `n${at}: { call: echo, if: 'matches($text, "${pattern}")' }`;
    }),
    '    params: { text: str }\n',
  );

/** Two mistakes in each piece, 900 pieces in a template. @param size pieces */
const templates = (size: number, name: string): string =>
  document(
    name,
    times(Math.ceil(size / 900), (at) => {
      const text = `\${text + 1} $text.a `.repeat(Math.min(900, size));
      return `n${at}: { call: echo, args: { text: "${text}" } }`;
    }),
    '    params: { text: str }\n',
  );

/** One event decides all of them. @param count of nodes whose condition has 90 operators */
const conditions = (count: number, name: string): string =>
  document(
    name,
    times(
      count,
      (at) => `n${at}: { call: echo, if: '${times(45, (of) => `$n * ${of} != ${at}`).join(' and ')}' }`,
    ),
    '    params: { n: int }\n',
  );

const eachItem = (name: string): string =>
  document(
    name,
    [
      `each: { type: foreach, items: "range(0, $count)", as: n, concurrency: 50, step: { call: echo, args: { n: $n, twice: "\${n * 2}" } } }`,
    ],
    '    params: { count: int }\n',
  );

/** Calls that compute, all at once. */
const transforms = (count: number, name: string): string =>
  document(
    name,
    times(
      count,
      (at) =>
        `n${at}: { call: transform, args: { value: { text: $text, n: ${at} }, to: 'matches($$value.text, "(?:[a-z]{1,40}[^x]){1,20}#${at}")' } }`,
    ),
    '    params: { text: str }\n',
  );

const letters = (count: number): string => 'abcdefghij'.repeat(count / 10);

const run = (source: string, params: object) => post('/v1/runs', { source, params, waitMs: 5_000 });

const simulate = (source: string, params: object) => post('/v1/simulations', { source, params });

export const graphAttacks: readonly Attack[] = [
  attackWith('graph: dense, validate', { small: 45_000, full: 624_000 }, (size, nth) =>
    validate(dense(size, `dense_${nth}`)),
  ),
  attackWith('graph: dense, save', { small: 20_000, full: 200_000 }, (size, nth) =>
    save('dense.yaml', dense(size, `dense_${nth}`)),
  ),
  attackWith('graph: dense, simulate', { small: 5_000, full: 45_000 }, (size, nth) =>
    simulate(dense(size, `dense_${nth}`), {}),
  ),
  {
    name: 'graph: dense, draw',
    small: 5_000,
    full: 20_000,
    async prepare(send, size) {
      await sendAndExpect(send, save('drawn.yaml', dense(size, 'drawn')));
    },
    perform: (send, _, nth) =>
      send({ method: 'GET', path: `/v1/workflows/drawn/drawing?format=svg&width=${80 + (nth % 100)}` }),
  },
  attackWith('graph: deep, validate', { small: 10, full: 80 }, (size, nth) =>
    validate(deep(size, `deep_${nth}`)),
  ),
  attackWith('graph: wide, validate', { small: 200, full: 1_000 }, (size, nth) =>
    validate(wide(size, `wide_${nth}`)),
  ),
  attackWith('graph: wide, run', { small: 100, full: 1_000 }, (size, nth) =>
    run(wide(size, `wide_${nth}`), {}),
  ),
  attackWith('graph: misspelt dependencies, validate', { small: 300, full: 1_000 }, (size, nth) =>
    validate(misspelt(size, `misspelt_${nth}`)),
  ),
  attackWith('graph: unknown keys, save by tool', { small: 50, full: 800 }, (size, nth) =>
    invokeTool('workflow_save', { manifest_content: unknownKeys(size, `unknown_${nth}`) }),
  ),
  attackWith('graph: 50 patterns per node, simulate', { small: 4, full: 60 }, (size, nth) =>
    simulate(patterns(size, `patterns_${nth}`), { text: letters(30_000) }),
  ),
  attackWith('graph: 50 patterns per node, run', { small: 4, full: 60 }, (size, nth) =>
    run(patterns(size, `patterns_${nth}`), { text: letters(30_000) }),
  ),
  attackWith('graph: counted repetitions, validate', { small: 2, full: 900 }, (size, nth) =>
    validate(repetitions(size, `repetitions_${nth}`)),
  ),
  attackWith('graph: templates, validate', { small: 60, full: 45_000 }, (size, nth) =>
    validate(templates(size, `templates_${nth}`)),
  ),
  attackWith('run: conditions of one event', { small: 50, full: 370 }, (size, nth) =>
    run(conditions(size, `conditions_${nth}`), { n: 3 }),
  ),
  attackWith('graph: too large a program, validate', { small: 400, full: 900 }, (size, nth) =>
    validate(conditions(size, `conditions_${nth}`)),
  ),
  attackWith('run: foreach', { small: 200, full: 10_000 }, (size, nth) =>
    run(eachItem(`each_${nth}`), { count: size }),
  ),
  attackWith('run: transform', { small: 5, full: 100 }, (size, nth) =>
    run(transforms(size, `transforms_${nth}`), { text: letters(20_000) }),
  ),
];
