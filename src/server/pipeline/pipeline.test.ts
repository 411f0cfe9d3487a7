import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type AnyOperation,
  confirmTokenOf,
  OperationError,
  type Principal,
  type Services,
} from '../../operations/index.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import {
  audit,
  authorize,
  authorizeInput,
  confirm,
  deduplicate,
  type OwnedCall,
  parseInput,
  perform,
  reportFailure,
  wakeEngine,
} from './owner-steps.ts';
import { front, owner, sendCall } from './pipeline.ts';
import { compose, type Step } from './step.ts';

const operation: AnyOperation = {
  name: 'things.change',
  scope: 'workflows:launch',
  additionalScopes: [
    { scope: 'admin', when: { description: 'with “all”', applies: (given) => Object(given).all === true } },
  ],
  writes: true,
  summary: 'Changes things.',
  rest: { method: 'POST', path: '/v1/things/{run}', tag: 'runs' },
  input: z.strictObject({ all: z.boolean().default(false), idempotencyKey: z.string().optional() }),
  output: z.strictObject({}),
  perform: async () => ({}),
};

const ann: Principal = {
  subject: 'ann',
  tenant: 't',
  scopes: new Set(['workflows:launch']),
  roles: [],
  kind: 'person',
};

const callWith = (more: Partial<OwnedCall>, services: Partial<Services> = {}): OwnedCall => ({
  operation,
  principal: ann,
  input: {},
  // The steps use nothing else of them.
  services: services as Services,
  signal: undefined,
  ...more,
});

const codeOf = async (answer: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await answer();
  } catch (error) {
    return error instanceof OperationError ? error.details.code : error;
  }
};

test('[W12.1] a call passes these steps, in this order', () => {
  expect(front.map(({ name }) => name)).toEqual(['presentErrors', 'countCall', 'withDeadline']);
  expect(owner.map(({ name }) => name)).toEqual([
    'reportFailure',
    'wakeEngine',
    'audit',
    'authorize',
    'parseInput',
    'authorizeInput',
    'deduplicate',
    'confirm',
  ]);
});

test('[W12.1] steps run in the order of the list, and each may end the call', async () => {
  const seen: string[] = [];
  const step =
    (name: string): Step<string, string> =>
    async (given, next) => {
      seen.push(name);
      return given === name ? `ended by ${name}` : `${name}(${await next(given)})`;
    };
  const run = compose([step('a'), step('b'), step('c')], async (given) => given);
  expect(await run('x')).toBe('a(b(c(x)))');
  expect(await run('b')).toBe('a(ended by b)');
  expect(seen).toEqual(['a', 'b', 'c', 'a', 'b']);
});

test('[W12.1] countCall: a closing process waits for a call, and ends its waiting', async () => {
  const underWay = new CallsUnderWay();
  const call = { operation, principal: ann, input: { waitMs: 1_000 }, underWay };
  const answer = sendCall({
    ...call,
    signal: new AbortController().signal,
    dispatch: ({ signal }) =>
      new Promise((resolve) => signal?.addEventListener('abort', () => resolve('what there is'))),
  });
  await underWay.end();
  expect(await answer).toBe('what there is');
});

test('[W12.1] authorize: the scope comes before the input', async () => {
  const stranger = { ...ann, scopes: new Set<never>() };
  const pass = async (given: OwnedCall) => given.input;
  expect(await codeOf(async () => authorize(callWith({ principal: stranger }), pass))).toBe('missing_scope');
  expect(await authorize(callWith({ input: 'anything' }), pass)).toBe('anything');
});

test('[W12.1] parseInput: the next step gets the input with its defaults', async () => {
  expect(await parseInput(callWith({}), async ({ input }) => input)).toEqual({ all: false });
  const wrong = callWith({ input: { al: true } });
  expect(await codeOf(async () => parseInput(wrong, async () => 'performed'))).toBe('invalid_input');
});

test('[W12.1] authorizeInput: a part of the input may need another scope', async () => {
  const pass = async () => 'performed';
  const all = callWith({ input: { all: true } });
  expect(await codeOf(async () => authorizeInput(all, pass))).toBe('missing_scope');
  expect(await authorizeInput(callWith({ input: { all: false } }), pass)).toBe('performed');
});

test('[W12.1] deduplicate: only a change with a key is guarded', async () => {
  const guarded: string[] = [];
  const idempotency = {
    perform: (work: { readonly key: { readonly key: string }; perform: (extras: object) => unknown }) => {
      guarded.push(work.key.key);
      return work.perform({ onRepeated: 'given' });
    },
  } as unknown as NonNullable<Services['idempotency']>;
  const seen = async ({ services }: OwnedCall) => services.onRepeated ?? 'plain';
  const input = { idempotencyKey: 'k' };
  expect(await deduplicate(callWith({ input }, { idempotency }), seen)).toBe('given');
  expect(await deduplicate(callWith({}, { idempotency }), seen)).toBe('plain');
  const reading = { ...operation, writes: false };
  expect(await deduplicate(callWith({ input, operation: reading }, { idempotency }), seen)).toBe('plain');
  expect(guarded).toEqual(['k']);
});

test('[W12.1][O4.2] confirm: the operation gets the input without the token, and a repetition is not asked', async () => {
  const confirming: AnyOperation = { ...operation, confirmation: async () => ({ message: 'All is lost.' }) };
  const pass = async ({ input }: OwnedCall) => input;
  // There is no key ring: a key of this process seals.
  const services = {
    clock: { now: () => 1_000 },
    store: { receipts: { find: async ({ key }: { key: string }) => (key === 'used' ? {} : undefined) } },
  } as unknown as Services;
  const send = (input: object, more: Partial<Services> = {}) =>
    confirm(callWith({ operation: confirming, input }, { ...services, ...more }), pass);
  const refusal = await send({ all: true, idempotencyKey: 'new' }).catch((error: unknown) => error);
  const confirmToken = confirmTokenOf(refusal);
  expect(confirmToken).toMatch(/^sb1\./);
  expect(await send({ all: true, confirmToken })).toEqual({ all: true });
  expect(await codeOf(() => send({ all: false, confirmToken }))).toBe('confirmation_required');
  expect(await send({ idempotencyKey: 'used' })).toEqual({ idempotencyKey: 'used' });
  const elsewhere = { elsewhere: {} } as Partial<Services>;
  expect(await send({ idempotencyKey: 'new' }, elsewhere)).toEqual({ idempotencyKey: 'new' });
  expect(await confirm(callWith({ input: { all: true } }), pass)).toEqual({ all: true });
});

test('[W12.1][W2.4] audit: a refusal is recorded once, and marked', async () => {
  const recorded: unknown[] = [];
  const log = { refused: (entry: unknown) => recorded.push(entry) } as unknown as NonNullable<
    Services['audit']
  >;
  const refusal = new OperationError({ code: 'run_not_found', message: 'No.' });
  const refuse = () => Promise.reject(refusal);
  expect(await codeOf(() => audit(callWith({ input: { run: 'r' } }, { audit: log }), refuse))).toBe(
    'run_not_found',
  );
  expect(recorded).toMatchObject([
    { subject: 'ann', operation: 'things.change', target: 'r', code: 'run_not_found' },
  ]);
  expect(refusal.isAudited).toBe(true);
});

test('[W12.1] reportFailure: callers learn nothing of an internal error, and the operator everything', async () => {
  const reported: unknown[] = [];
  const report = (...told: readonly unknown[]) => void reported.push(told);
  const fault = new RangeError('a secret path');
  const fail = () => Promise.reject(fault);
  expect(await codeOf(() => reportFailure(callWith({}, { report }), fail))).toBe('internal_error');
  expect(reported).toEqual([['“things.change” failed with an internal error.', fault]]);
  expect(await codeOf(() => reportFailure(callWith({}), fail))).toBe(fault);
});

test('[W12.1] wakeEngine: a change lets runs continue, a look does not', async () => {
  let woken = 0;
  const wake = () => void woken++;
  const reading = { ...operation, writes: false };
  await wakeEngine(callWith({ operation: reading }, { wake }), async () => null);
  expect(woken).toBe(0);
  await wakeEngine(callWith({}, { wake }), async () => null);
  expect(woken).toBe(1);
});

test('[W12.1] perform: the operation gets what the steps left', async () => {
  const given = { ...operation, perform: async (...received: readonly unknown[]) => received.slice(0, 2) };
  expect(await perform(callWith({ operation: given, input: { all: false } }))).toEqual([ann, { all: false }]);
});
