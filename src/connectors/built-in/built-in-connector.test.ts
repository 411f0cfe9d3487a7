import { describe, expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import type { Call } from '../../runtime/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import { createBuiltInConnector } from './built-in-connector.ts';

const clock = createFakeClock(Date.UTC(2026, 2, 1, 9, 30));
const connector = createBuiltInConnector({ clock });

const callOf = (operation: string, input: Json, attempt = 1): Call => ({
  tenant: 'default',
  run: 'r1',
  workflow: 'w',
  task: 't',
  operation,
  input,
  key: 'k',
  attempt,
  begunAt: 0,
});

const perform = (operation: string, input: Json, attempt?: number) =>
  connector.perform(callOf(operation, input, attempt), new AbortController().signal);

const problems = (message: string) => ({
  kind: 'failed',
  failure: { code: 'bad-arguments', message, retryable: false },
});
const succeeded = (output: Json) => ({ kind: 'succeeded', output });

describe('echo', () => {
  test('[H2.1] returns its arguments', async () => {
    expect(await perform('echo', { a: [1, { b: null }] })).toEqual(succeeded({ a: [1, { b: null }] }));
    expect(await perform('echo', {})).toEqual(succeeded({}));
  });

  test('[S2.1] receives no secrets', async () => {
    const input = { a: `\${env:TOKEN}`, $secrets: [{ at: '/a', name: 'TOKEN' }] };
    expect(await perform('echo', input)).toMatchObject({
      kind: 'failed',
      failure: { code: 'secret-refused' },
    });
  });
});

describe('sleep', () => {
  test.each([
    [{ ms: 1_500 }, 1_500],
    [{ for: '2 seconds' }, 2_000],
    [{ for: '1h' }, 3_600_000],
    [{ for: 250 }, 250],
    [{ ms: 0 }, 0],
    [{ ms: 10, for: null }, 10],
  ])('[H2.1] %j ends after %i milliseconds, not before', async (input, time) => {
    let outcome: unknown;
    const done = perform('sleep', input).then((result) => {
      outcome = result;
    });
    await expect.poll(() => clock.next()).toBe(clock.now() + time);
    clock.advance(time - 1);
    await Promise.resolve();
    if (time > 0) expect(outcome).toBeUndefined();
    clock.advance(1);
    await done;
    expect(outcome).toEqual(succeeded({ slept: time }));
  });

  test('[H2.1] sleep ends when its signal is aborted, and leaves no timer', async () => {
    const aborting = new AbortController();
    const outcome = connector.perform(callOf('sleep', { for: '1 minute' }), aborting.signal);
    await expect.poll(() => clock.next()).toBeDefined();
    aborting.abort();
    expect(await outcome).toMatchObject({ kind: 'failed', failure: { code: 'aborted', retryable: true } });
    expect(clock.next()).toBeUndefined();
    expect(await connector.perform(callOf('sleep', { ms: 1 }), aborting.signal)).toMatchObject({
      kind: 'failed',
    });
  });

  test.each([
    [{}, '“for” is required: a duration like “2 seconds”.'],
    [{ ms: 'x' }, '“ms” must be a number.'],
    [{ for: 'a while' }, '“for” must be a duration like “2 seconds”, or a number of milliseconds.'],
    [{ for: true }, '“for” must be a duration like “2 seconds”, or a number of milliseconds.'],
    [{ ms: 1, for: '1s' }, 'Use “ms” or “for”, not both.'],
    [{ ms: -1 }, 'The time to sleep must be from 0 to 1 hour. Use “wait:” for longer times.'],
    [{ for: '2 hours' }, 'The time to sleep must be from 0 to 1 hour. Use “wait:” for longer times.'],
    [{ fro: '1s' }, 'Unknown argument “fro”. Did you mean “for”?'],
  ])('[H2.1] %j is refused', async (input, message) => {
    expect(await perform('sleep', input)).toEqual(problems(message));
  });
});

describe('transform', () => {
  test('[W7.3] what takes long is computed elsewhere, for the tenant of the call', async () => {
    const asked: unknown[] = [];
    const other = createBuiltInConnector({
      clock,
      transform: async (tenant, input) => {
        asked.push({ tenant, ...input });
        return { kind: 'succeeded', output: 'from elsewhere' };
      },
    });
    const { signal } = new AbortController();
    const short = { value: 2, to: 'value + 1' };
    expect(await other.perform(callOf('transform', short), signal)).toEqual(succeeded(3));
    expect(asked).toEqual([]);
    const long = { value: 'a'.repeat(100_000), to: 'matches(value, "(?:[a-z]{1,40}[^x]){1,20}#")' };
    expect(await other.perform(callOf('transform', long), signal)).toEqual(succeeded('from elsewhere'));
    expect(asked).toEqual([{ tenant: 'default', at: clock.now(), ...long }]);
  });

  test.each([
    [{ value: { price: 20 }, to: 'value.price * 2' }, 40],
    [{ value: { price: 20 }, to: '$value.price + 1' }, 21],
    [
      { value: [3, 1], to: '{most: max(value), all: value}' },
      { most: 3, all: [3, 1] },
    ],
    [{ to: 'value == null' }, true],
    [{ value: null, to: 'string(today())' }, '2026-03-01'],
  ])('[H2.1] %j returns %j', async (input, output) => {
    expect(await perform('transform', input)).toEqual(succeeded(output));
    // The second result comes from the cache and is the same.
    expect(await perform('transform', input)).toEqual(succeeded(output));
  });

  test('[H2.1] many expressions, evaluated one after the other and again, have their own results', async () => {
    for (const round of [1, 2]) {
      for (let n = 0; n < 250; n++) {
        expect(await perform('transform', { value: round, to: `value + ${n}` })).toEqual(
          succeeded(round + n),
        );
      }
    }
  });

  test.each([
    [{ value: 1 }, /^“to” is required/],
    [{ value: 1, to: 7 }, /^“to” must be a text\.$/],
    [{ value: 1, to: 'value +' }, /^“to”, character 8: /],
    [{ value: 1, to: 'valeu + 1' }, /^“to”, character 1: .*valeu/],
    [{ value: 1, to: 'lenght(value)' }, /^“to”, character 1: .*lenght/],
    [{ value: 1, to: 'value', form: 1 }, /^Unknown argument “form”\./],
  ])('[H2.1] %j is refused, with the position', async (input, says) => {
    expect(await perform('transform', input)).toEqual(
      problems(expect.stringMatching(says) as unknown as string),
    );
  });

  test.each([
    [{ value: {}, to: 'value.price' }, /price/],
    [{ value: 0, to: '1 / value' }, /\/ /],
    [{ value: 'x'.repeat(900_000), to: 'value + value' }, /“to” has no value/],
  ])('[H2.1] an expression without a value fails with the reason (%#)', async (input, says) => {
    expect(await perform('transform', input)).toEqual({
      kind: 'failed',
      failure: { code: 'transform', message: expect.stringMatching(says), retryable: false },
    });
  });
});

describe('fail', () => {
  test('[H2.1] fails as requested', async () => {
    expect(await perform('fail', {})).toEqual({
      kind: 'failed',
      failure: { code: 'failed', message: 'It failed as requested.', retryable: true },
    });
    expect(await perform('fail', { message: 'no', code: 'x-1', retryable: false })).toEqual({
      kind: 'failed',
      failure: { code: 'x-1', message: 'no', retryable: false },
    });
  });

  test('[H2.1] with `times` it fails that many times', async () => {
    const outcomes = [1, 2, 3].map(async (attempt) => (await perform('fail', { times: 2 }, attempt)).kind);
    expect(await Promise.all(outcomes)).toEqual(['failed', 'failed', 'succeeded']);
    expect(await perform('fail', { times: 0 })).toEqual(succeeded({ attempt: 1 }));
  });

  test('[H2.1] all errors of its arguments are reported', async () => {
    expect(await perform('fail', { message: 1, retryable: 'no', times: -1, codee: 'x' })).toEqual(
      problems(
        'Unknown argument “codee”. Did you mean “code”? “message” must be a text. “retryable” must be true or false. “times” must be a whole number of at least 0.',
      ),
    );
  });
});

test('[H2.1] arguments that are not a map, and unknown operations, are refused', async () => {
  expect(await perform('echo', [1])).toMatchObject({ kind: 'failed', failure: { code: 'bad-arguments' } });
  expect(await perform('shout', {})).toMatchObject({
    kind: 'failed',
    failure: {
      code: 'unknown-operation',
      message: 'Unknown built-in operation “shout”. Use one of: echo, sleep, transform, fail.',
    },
  });
});

test('[H2.1] all operations are listed and may be repeated', async () => {
  expect((await connector.operations()).map(({ name }) => name)).toEqual([
    'echo',
    'sleep',
    'transform',
    'fail',
  ]);
  expect(connector.isRepeatable('fail', {}, 0)).toBe(true);
  expect(await connector.health()).toEqual({ state: 'ready', message: '' });
});
