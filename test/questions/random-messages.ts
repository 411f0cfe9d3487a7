/**
 * Random JSON-RPC requests of tools, and what can be wrong with them: each with the answer that the specification of
 * JSON-RPC 2.0 and the limits of the server demand.
 */
import type { Random } from '../../src/testing/index.ts';
import type { Fields } from './flow-server.ts';

export type RpcId = string | number | null;

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly method: string;
  readonly params: Fields;
}

export type ExpectedAnswer =
  | { readonly kind: 'result'; readonly id: RpcId }
  | { readonly kind: 'error'; readonly id: RpcId; readonly code: number }
  /** The parameters of the tool are wrong, this one among them. */
  | { readonly kind: 'invalid input'; readonly id: RpcId; readonly field: string; readonly isResult: boolean }
  | { readonly kind: 'none' };

export interface Message {
  /** What is wrong with it. */
  readonly name: string;
  readonly value: unknown;
  readonly expected: ExpectedAnswer;
}

export interface Body {
  readonly name: string;
  readonly bytes: string | Uint8Array<ArrayBuffer>;
  /** Of a batch: of each of its messages that has an answer. */
  readonly expected: ExpectedAnswer | readonly ExpectedAnswer[];
  /** Default: 200, or 204 without an answer. */
  readonly status?: number;
}

const randomId = (random: Random): RpcId =>
  random.pick<RpcId>([
    ...[random.int(1_000), -random.int(1_000), 0.5, Number.MAX_SAFE_INTEGER, null],
    ...['', 'a', String(random.int(9)), 'é🚦', '__proto__', 'x'.repeat(300)],
  ]);

/** By the name of the tool, or by the method of MCP. */
export function requestFor(random: Random, tool: string, input: Fields): RpcRequest {
  const head = { jsonrpc: '2.0', id: randomId(random) } as const;
  return random.chance(0.5)
    ? { ...head, method: tool, params: input }
    : { ...head, method: 'tools/call', params: { name: tool, arguments: input } };
}

export const isToolCall = ({ method }: RpcRequest): boolean => method === 'tools/call';

type Change = (random: Random, request: RpcRequest) => Omit<Message, 'name'>;

const [invalidRequest, unknownMethod, invalidParams, parseError] = [-32_600, -32_601, -32_602, -32_700];

const fails = (value: unknown, id: RpcId, code: number): Omit<Message, 'name'> => ({
  value,
  expected: { kind: 'error', id, code },
});

const without = (request: object, field: string): Fields =>
  Object.fromEntries(Object.entries(request).filter(([name]) => name !== field));

/** With other input for its tool. */
function withInput(request: RpcRequest, input: Fields, field: string): Omit<Message, 'name'> {
  const isResult = isToolCall(request);
  const params = isResult ? { ...request.params, arguments: input } : input;
  return {
    value: { ...request, params },
    expected: { kind: 'invalid input', id: request.id, field, isResult },
  };
}

const inputOf = (request: RpcRequest): Fields =>
  isToolCall(request) ? Object(request.params['arguments']) : request.params;

const notStructured = ['text', 5, true, 0.1];
const strangeNames = [
  'start_workflow2',
  'rpc.discover',
  '',
  '__proto__',
  'constructor',
  'tools/list2',
  'toString',
];

/** Each makes a request wrong in one way. */
const changes: Readonly<Record<string, Change>> = {
  'no version': (_, request) => fails(without(request, 'jsonrpc'), request.id, invalidRequest),
  'another version': (random, request) =>
    fails(
      { ...request, jsonrpc: random.pick(['1.0', '2.00', 2, null, ['2.0']]) },
      request.id,
      invalidRequest,
    ),
  'no method': (_, request) => fails(without(request, 'method'), request.id, invalidRequest),
  'a method that is no text': (random, request) =>
    fails({ ...request, method: random.pick([1, null, {}, ['start_workflow']]) }, request.id, invalidRequest),
  'an unknown method': (random, request) =>
    fails({ ...request, method: random.pick(strangeNames) }, request.id, unknownMethod),
  'params that are no object': (random, request) =>
    fails({ ...request, params: random.pick(notStructured) }, request.id, invalidRequest),
  'params by position': (_, request) =>
    fails({ ...request, params: Object.values(request.params) }, request.id, invalidParams),
  'an unknown tool': (random, request) =>
    fails(
      {
        ...request,
        method: 'tools/call',
        params: { name: random.pick(['nothing', '__proto__']), arguments: {} },
      },
      request.id,
      invalidParams,
    ),
  'an unknown field': (random, request) => {
    const field = random.pick(['answer', 'feedback_history', 'constructor']);
    return withInput(request, { ...inputOf(request), [field]: 1 }, field);
  },
  'a missing field': (random, request) => {
    const field = random.pick(
      ['session_id', 'state_blob', 'workflow_id'].filter((name) => name in inputOf(request)),
    );
    return withInput(request, without(inputOf(request), field), field);
  },
  'a field of another type': (random, request) => {
    const field = random.pick(Object.keys(inputOf(request)));
    return withInput(request, { ...inputOf(request), [field]: random.pick([[], [1], [{ a: 1 }]]) }, field);
  },
  'a text that is too long': (_, request) => {
    const field = 'session_id' in inputOf(request) ? 'session_id' : 'workflow_id';
    return withInput(request, { ...inputOf(request), [field]: 'x'.repeat(100_000) }, field);
  },
  'an id of another type': (random, request) =>
    fails({ ...request, id: random.pick([true, {}, [1], 2 ** 53, -1e300]) }, null, invalidRequest),
  'no id': (_, request) => ({ value: without(request, 'id'), expected: { kind: 'none' } }),
  'no id, and an unknown method': (random, request) => ({
    value: { ...without(request, 'id'), method: random.pick(strangeNames) },
    expected: { kind: 'none' },
  }),
  'no id and no version': (_, request) =>
    fails(without(without(request, 'id'), 'jsonrpc'), null, invalidRequest),
  'no object': (random) => fails(random.pick<unknown>([1, 'text', null, true]), null, invalidRequest),
};

export const changed = (random: Random, request: RpcRequest): Message => {
  const [name, change] = random.pick(Object.entries(changes));
  return { name, ...change(random, request) };
};

type Damage = (random: Random, request: RpcRequest) => Omit<Body, 'name'>;

const refused = (bytes: Body['bytes'], code: number, status = 200): Omit<Body, 'name'> => ({
  bytes,
  expected: { kind: 'error', id: null, code },
  status,
});

/** Each makes a body wrong as a whole, or puts several messages into it. */
const damages: Readonly<Record<string, Damage>> = {
  'cut off': (random, request) => {
    const text = JSON.stringify(request);
    return refused(text.slice(0, random.int(text.length)), parseError);
  },
  'no JSON': (random, request) => refused(randomDamage(random, JSON.stringify(request)), parseError),
  'no text': (random, request) => {
    const bytes = new Uint8Array(Buffer.from(JSON.stringify(request)));
    bytes[random.int(bytes.length)] = 0xff;
    return refused(bytes, parseError);
  },
  'nested too deeply': (random, request) => {
    const depth = random.pick([100, 101, 1_000, 100_000]);
    const nested = random.pick([
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    ]);
    return refused(JSON.stringify({ ...request, params: '?' }).replace('"?"', nested), invalidRequest);
  },
  'too large': (_, request) =>
    refused(
      JSON.stringify({ ...request, params: { text: 'x'.repeat(4 * 1_024 * 1_024) } }),
      invalidRequest,
      413,
    ),
  'an empty batch': () => refused('[]', invalidRequest),
  'a batch that is too large': (random, request) =>
    refused(JSON.stringify(Array.from({ length: random.between(101, 120) }, () => request)), invalidRequest),
  'a batch': (random, request) => {
    const messages = Array.from({ length: random.between(1, 8) }, (): Omit<Message, 'name'> => {
      if (random.chance(0.1)) return fails([request], null, invalidRequest);
      if (random.chance(0.7)) return changed(random, { ...request, id: randomId(random) });
      const id = randomId(random);
      return { value: { ...request, id }, expected: { kind: 'result', id } };
    });
    const answers = messages.flatMap(({ expected }) => (expected.kind === 'none' ? [] : [expected]));
    return {
      bytes: JSON.stringify(messages.map(({ value }) => value)),
      expected: answers.length === 0 ? { kind: 'none' } : answers,
    };
  },
};

/** Some characters are replaced, until it is not JSON. */
function randomDamage(random: Random, text: string): string {
  for (;;) {
    const characters = [...text];
    for (let count = random.between(1, 3); count > 0; count--)
      characters[random.int(characters.length)] = random.pick([
        '"',
        '{',
        ']',
        ',',
        ':',
        '\\',
        '\n',
        'é',
        '0',
      ]);
    const damaged = characters.join('');
    try {
      JSON.parse(damaged);
    } catch {
      return damaged;
    }
  }
}

export const bodyOf = ({ name, value, expected }: Message): Body => ({
  name,
  bytes: JSON.stringify(value),
  expected,
});

export const damaged = (random: Random, request: RpcRequest): Body => {
  const [name, damage] = random.weighted(
    Object.entries(damages).map((each) => [each[0] === 'too large' ? 0.2 : 1, each] as const),
  );
  return { name, ...damage(random, request) };
};

/** All that can be wrong. */
export const wrongs: readonly string[] = [...Object.keys(changes), ...Object.keys(damages)];
