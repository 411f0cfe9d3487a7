import { expect, test } from 'vitest';
import { openRpcFixture } from '../../../test/server/rpc-fixture.ts';
import { answerRpc } from './answer-rpc.ts';

const ask = async (text: string, fixture = openRpcFixture()): Promise<unknown> =>
  answerRpc(fixture.dependencies, JSON.parse(text), fixture.caller);

const failure = (code: number, id: unknown = null) => ({
  jsonrpc: '2.0',
  id,
  error: {
    code,
    message: expect.stringMatching(/\S/),
    data: expect.objectContaining({ code, correlation_id: 'corr' }),
  },
});

test('[W6.1] a request by name is answered under its id', async () => {
  const params = '{"subtrahend": 23, "minuend": 42}';
  expect(await ask(`{"jsonrpc": "2.0", "method": "subtract", "params": ${params}, "id": 3}`)).toEqual({
    jsonrpc: '2.0',
    id: 3,
    result: { difference: 19 },
  });
});

test('[W6.1] parameters by position are refused with a hint to use names; an empty list is allowed', async () => {
  const fixture = openRpcFixture();
  const told = await ask('{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}', fixture);
  expect(told).toMatchObject({
    id: 1,
    error: {
      code: -32602,
      message: 'Invalid params',
      data: {
        message: '“params” must be an object: parameters are passed by name, not by position.',
        violations: [{ path: 'params', expected: 'an object', actual: 'a list' }],
      },
    },
  });
  expect(fixture.called).toEqual([]);
  expect(await ask('{"jsonrpc": "2.0", "method": "echo", "params": [], "id": 1}')).toMatchObject({
    result: {},
  });
});

test('[W6.1] parameters may be absent, or null', async () => {
  for (const params of ['', ', "params": null', ', "params": {}']) {
    expect(await ask(`{"jsonrpc": "2.0", "id": 1, "method": "echo"${params}}`)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {},
    });
  }
});

test('[W6.1] a notification is performed and never answered, whatever its outcome', async () => {
  const fixture = openRpcFixture();
  for (const rest of ['"method": "echo"', '"method": "foobar"', '"method": "subtract", "params": [1]']) {
    expect(await ask(`{"jsonrpc": "2.0", ${rest}}`, fixture)).toBeUndefined();
  }
  expect(fixture.called).toEqual(['echo', 'foobar']);
});

test('[W6.1] ids of every valid kind are returned unchanged', async () => {
  for (const id of ['"x"', '""', '"\\ud800"', '0', '-7', '1.5', '9007199254740991', 'null', '"1"']) {
    expect(await ask(`{"jsonrpc": "2.0", "id": ${id}, "method": "echo"}`)).toEqual({
      jsonrpc: '2.0',
      id: JSON.parse(id),
      result: {},
    });
  }
});

test('[W6.1] an id that cannot be returned unchanged is refused, and replaced by null', async () => {
  const fixture = openRpcFixture();
  for (const id of ['9007199254740993', '1e400', 'true', '{}', '[1]']) {
    expect(await ask(`{"jsonrpc": "2.0", "id": ${id}, "method": "echo"}`, fixture)).toEqual(failure(-32600));
  }
  expect(fixture.called).toEqual([]);
});

test('[W6.1] an invalid request is refused, under its id if it has one', async () => {
  const rows: readonly (readonly [text: string, id: unknown])[] = [
    ['{"jsonrpc": "2.0", "method": 1, "params": "bar"}', null],
    ['{"jsonrpc": "2.0"}', null],
    ['{"jsonrpc": "1.0", "id": 5, "method": "echo"}', 5],
    ['{"id": "a", "method": "echo"}', 'a'],
    ['{"jsonrpc": 2.0, "id": 6, "method": "echo"}', 6],
    ['{"jsonrpc": "2.0", "id": 7, "method": "echo", "params": "bar"}', 7],
    ['{"jsonrpc": "2.0", "id": 8, "result": {}}', 8],
    ['{"__proto__": {"jsonrpc": "2.0", "method": "echo", "id": 1}}', null],
    ['1', null],
    ['"text"', null],
    ['null', null],
  ];
  for (const [text, id] of rows) expect([text, await ask(text)]).toEqual([text, failure(-32600, id)]);
});

test('[W6.1] an unknown method is refused with the nearest name', async () => {
  expect(await ask('{"jsonrpc": "2.0", "method": "foobar", "id": "1"}')).toEqual(failure(-32601, '1'));
  expect(await ask('{"jsonrpc": "2.0", "method": "tools/lists", "id": "1"}')).toMatchObject({
    error: {
      code: -32601,
      message: 'Method not found',
      data: { message: 'Unknown method: tools/lists. Did you mean “tools/list”?' },
    },
  });
  for (const name of ['__proto__', 'constructor', 'rpc.discover', '']) {
    expect(await ask(JSON.stringify({ jsonrpc: '2.0', method: name, id: 1 }))).toEqual(failure(-32601, 1));
  }
});

test('[W6.1] a batch has one answer, in the order of its requests, without its notifications', async () => {
  let free = (): void => {};
  const fixture = openRpcFixture({
    slow: async () => {
      await new Promise<void>((resolve) => {
        free = resolve;
      });
      return { slow: true };
    },
    quick: () => {
      free();
      return { quick: true };
    },
  });
  const text = `[
    {"jsonrpc": "2.0", "method": "slow", "id": "1"},
    {"jsonrpc": "2.0", "method": "echo", "params": {"a": 7}},
    {"jsonrpc": "2.0", "method": "quick", "id": "2"},
    {"foo": "boo"},
    {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
    1
  ]`;
  expect(await ask(text, fixture)).toEqual([
    { jsonrpc: '2.0', id: '1', result: { slow: true } },
    { jsonrpc: '2.0', id: '2', result: { quick: true } },
    failure(-32600),
    failure(-32601, '5'),
    failure(-32600),
  ]);
  expect(fixture.called).toEqual(['slow', 'echo', 'quick', 'foo.get']);
});

test('[W6.1] an empty batch is invalid, one of notifications has no answer, and one that is too big is not started', async () => {
  const fixture = openRpcFixture();
  const one = { jsonrpc: '2.0', method: 'echo' };
  expect(await ask('[]', fixture)).toEqual(failure(-32600));
  expect(await ask(JSON.stringify(Array.from({ length: 100 }, () => one)), fixture)).toBeUndefined();
  expect(fixture.called).toHaveLength(100);
  expect(await ask(JSON.stringify(Array.from({ length: 101 }, () => one)), fixture)).toEqual(failure(-32600));
  expect(fixture.called).toHaveLength(100);
});

test('[W6.1] the concurrency of a batch is limited, and its calls start in order', async () => {
  let open = 0;
  let maxRunning = 0;
  const fixture = openRpcFixture({
    count: async () => {
      maxRunning = Math.max(maxRunning, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return {};
    },
  });
  const batch = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'count' }));
  const answers = await ask(JSON.stringify(batch), fixture);
  expect(answers).toEqual(batch.map(({ id }) => ({ jsonrpc: '2.0', id, result: {} })));
  expect(maxRunning).toBe(8);
});

test('[W6.1] an internal error is answered without details, and reported', async () => {
  const fixture = openRpcFixture({
    broken: () => {
      throw new RangeError('secret-of-the-house');
    },
  });
  const told = await ask('{"jsonrpc": "2.0", "id": 1, "method": "broken"}', fixture);
  expect(told).toEqual(failure(-32603, 1));
  expect(JSON.stringify(told)).not.toContain('secret-of-the-house');
  expect(fixture.reports).toEqual([new RangeError('secret-of-the-house')]);
});
