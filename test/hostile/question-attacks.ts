/** Hostile question flows and adapters. */
import {
  type Attack,
  attackWith,
  callTool,
  type HttpRequest,
  post,
  save,
  sendAndExpect,
  times,
  validate,
} from './attack.ts';

interface Parts {
  readonly transitions?: readonly string[];
  readonly workflows?: readonly string[];
}

const flow = (id: string, states: readonly string[], { transitions = [], workflows = [] }: Parts = {}) =>
  [
    `version: "1.0.0"\nworkflow_id: ${id}\nstates:`,
    ...states.map((state) => `  ${state}`),
    ...(transitions.length === 0 ? [] : ['transitions:', ...transitions.map((each) => `  - ${each}`)]),
    ...(workflows.length === 0 ? [] : ['workflows:', ...workflows.map((each) => `  ${each}`)]),
  ].join('\n');

/** One after the other. @param more keys of a question */
const states = (count: number, more: (at: number) => string = () => '') =>
  times(count, (at) => {
    const next = at + 1 < count ? `, next_state: s${at + 1}` : '';
    return `s${at}: { question: { id: q${at}, type: string, prompt: "?"${more(at)} }${next} }`;
  });

/** From each state to later and earlier ones. */
const transitions = (count: number, of: number, nameAt = (at: number) => `s${at % of}`) =>
  times(
    count,
    (at) =>
      `{ from_state: s${at % of}, to_state: ${nameAt(at * 7 + 1)}, condition: "$\{q${(at * 3) % of}} == '${at}'" }`,
  );

/** Each is secret, and a copy of the one after it. */
const copies = (count: number, id: string): string =>
  flow(
    id,
    states(count, (at) => `, sensitive: true${at + 1 < count ? `, automatic_answer: "$\{q${at + 1}}"` : ''}`),
  );

const operations = (count: number, id: string): string => {
  const each = times(
    count,
    (at) =>
      `{ id: o${at}, call: echo, args: { a: "$\{q0} $\{operations.o${at}.a}" }, undo: { call: echo, args: { b: "$\{result.a} $\{q1}" } } }`,
  );
  return flow(id, [
    's0: { question: { id: q0, type: string, prompt: "?" }, next_state: s1 }',
    `s1: { question: { id: q1, type: string, prompt: "?" }, operations: [${each.join(', ')}] }`,
  ]);
};

/** Workflows inside each other, each entered by two states. */
const nested = (count: number, id: string): string =>
  flow(id, ['s: { question: { id: q, type: string, prompt: "?" }, workflow: w0 }'], {
    workflows: times(count, (at) => {
      const inner = at + 1 < count ? `, workflow: w${at + 1}` : '';
      const state = (of: string, next: string) =>
        `${of}: { question: { id: ${of}${at}, type: string, prompt: "?" }${inner}${next} }`;
      return `w${at}: { states: { ${state('a', ', next_state: b')}, ${state('b', '')} } }`;
    }),
  });

/** @param length of the patterns, each its own */
const patterns = (length: number, id: string): string =>
  flow(
    id,
    states(
      100,
      (at) => `, validation: { regex: "^(?:[a-z]{1,40}[^${at}]|${'(?:a|b)?'.repeat(length / 8)})$" }`,
    ),
  );

const repetitions = (count: number, id: string): string =>
  flow(
    id,
    states(count, (at) => {
      const pattern = times(12, (part) => `[a-z${part}]{1,${1_000 - ((at + part) % 400)}}`).join('');
      return `, validation: { regex: "${pattern}" }`;
    }),
  );

/** Expressions inside each other, and references in a text. */
const expressions = (count: number, id: string): string =>
  flow(
    id,
    states(count, (at) =>
      at === 0
        ? ''
        : `, automatic_answer: "${'('.repeat(90)}$\{q0}${' + "a")'.replaceAll('"', "'").repeat(90)}", validation: { rule: "$\{q0} == $\{q${at}.${times(400, () => 'a').join('.')}}" }`,
    ),
  );

const dashes = (count: number, id: string): string =>
  flow(id, [
    `s: { question: { id: q-0, type: string, prompt: "?" }, operations: [{ id: o, call: echo, args: { a: "${`$\{q-0}`.repeat(count)}" } }] }`,
  ]);

const adapter = (name: string, inputs: readonly string[], more = ''): string =>
  [`adapter: ${name}\nversion: "1"${more}\ninputs:`, ...inputs.map((input) => `  - ${input}`)].join('\n');

const conditional = (count: number, name: string): readonly string[] =>
  times(count, (at) => {
    const when = at === 0 ? '' : `, when: "$\{${name}.i0} == 'a${at}'"`;
    return `{ name: i${at}, type: string, prompt: "?"${when} }`;
  });

const begin = (body: object): HttpRequest => post('/v1/question-sessions', body);

const check = (
  name: string,
  sizes: Pick<Attack, 'small' | 'full'>,
  text: (size: number, id: string) => string,
) =>
  attackWith(`questions: ${name}, validate`, sizes, (size, nth) =>
    validate(text(size, `hostile_${nth}`), 'hostile.yaml'),
  );

export const questionAttacks: readonly Attack[] = [
  check('states', { small: 500, full: 10_000 }, (size, id) => flow(id, states(size))),
  check('transitions', { small: 2_000, full: 10_000 }, (size, id) =>
    flow(id, states(900), { transitions: transitions(size, 900) }),
  ),
  check('misspelt states', { small: 1_000, full: 9_000 }, (size, id) =>
    flow(id, states(900), { transitions: transitions(size, 900, (at) => `z${at % 900}`) }),
  ),
  check('copies of secrets', { small: 200, full: 6_000 }, copies),
  check('operations', { small: 200, full: 4_000 }, operations),
  check('workflows inside each other', { small: 20, full: 400 }, nested),
  check('long patterns', { small: 800, full: 8_000 }, patterns),
  check('counted repetitions', { small: 4, full: 900 }, repetitions),
  check('deep expressions', { small: 20, full: 500 }, expressions),
  check('dashes', { small: 2_000, full: 150_000 }, dashes),
  check('adapter with conditions', { small: 100, full: 5_000 }, (size, name) =>
    adapter(name, conditional(size, name)),
  ),
  check('adapter with a long address', { small: 2_000, full: 40_000 }, (size, name) =>
    adapter(
      name,
      ['{ name: i, type: string, prompt: "?" }'],
      `\nbase_url: ${'a'.repeat(size * 10)}\noperations: [{ id: o, call: echo, args: { a: "${`$\{base_url}`.repeat(size)}" } }]`,
    ),
  ),
  {
    name: 'questions: a large flow, begin',
    small: 300,
    full: 900,
    async prepare(send, size) {
      await sendAndExpect(
        send,
        save('large.yaml', flow('large', states(size), { transitions: transitions(size, size) })),
      );
    },
    perform: (send) => send(begin({ workflow_id: 'large' })),
  },
  {
    name: 'questions: adapters with conditions, generate',
    small: 60,
    full: 80,
    async prepare(send, size) {
      for (const at of times(10, (each) => each)) {
        const name = `own${at}`;
        // They can be combined, up to the limits of a flow.
        const count = Math.floor(size / (at < 2 ? 1 : 4));
        await sendAndExpect(send, save(`${name}.yaml`, adapter(name, conditional(count, name))));
      }
    },
    async perform(send, _, nth) {
      const adapters = times(10, (at) => `own${(at + nth) % 10}`);
      const described = await send({ method: 'GET', path: '/v1/adapters/own0' });
      if (described.status !== 200) return described;
      const generated = await send(post('/v1/question-flows', { adapters: adapters.toReversed() }));
      if (generated.status !== 200) return generated;
      return send(begin({ adapters }));
    },
  },
  attackWith('questions: adapters that do not fit, by tool', { small: 5, full: 50 }, (size) =>
    callTool('generate_workflow', { adapters: times(size, (at) => `missing${at}`) }),
  ),
];
