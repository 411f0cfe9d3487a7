import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { HaltedError } from '../../kernel/index.ts';
import { openQueryEngine, type QueryLimits } from './open-query-engine.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const engine of opened.splice(0)) engine.close();
});

function open(limits: QueryLimits) {
  const engine = openQueryEngine(limits);
  opened.push(engine);
  return engine;
}

const endless = 'sum(1 to 1000000000000)';
const slowToCheck = (index: number): string => `concat(${"'a',".repeat(4_900)}'${index}')`;

test('[Y4.5] the queries of one event share a limit; the next event is computed', async () => {
  const engine = open({ timeMs: 100, turnMs: 100 });
  expect(() => engine.evaluate(endless, '<a/>', 0)).toThrow('was aborted');
  for (const query of ['1', '2']) {
    expect(() => engine.evaluate(query, '<a/>', 0)).toThrow(HaltedError);
    expect(() => engine.evaluate(query, '<a/>', 0)).toThrow(
      'The query was not computed: earlier queries used the 100 ms of computing that one event may take.',
    );
  }
  await setImmediate();
  expect(engine.evaluate('1', '<a/>', 0)).toEqual([{ kind: 'atomic', text: '1' }]);
});

test('[Y4.5] the time of quick queries is added up', async () => {
  const engine = open({ turnMs: 0.001 });
  expect(engine.evaluate('1', '<a/>', 0)).toEqual([{ kind: 'atomic', text: '1' }]);
  expect(() => engine.evaluate('2', '<a/>', 0)).toThrow(HaltedError);
  await setImmediate();
  expect(engine.evaluate('2', '<a/>', 0)).toEqual([{ kind: 'atomic', text: '2' }]);
});

test('[Y4.5] thousands of queries that are slow to check are not tried one after the other', () => {
  const engine = open({ timeMs: 20, checkMs: 100 });
  const queries = Array.from({ length: 2_000 }, (_, index) => slowToCheck(index));
  const messages = engine
    .check(['/a/b', ...queries])
    .map((verdict) => (verdict.kind === 'refused' ? verdict.message : ''));
  expect(
    messages.filter((message) => message.startsWith('The query was aborted: ')).length,
  ).toBeLessThanOrEqual(3);
  expect(messages.at(-1)).toBe(
    'The query was not checked: the other queries took too long. Simplify the aborted queries, or use fewer.',
  );
  expect(engine.check(['/a/b'])).toEqual([{ kind: 'accepted', paths: [['a', 'b']] }]);
});
