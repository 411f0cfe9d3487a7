import { expect, test } from 'vitest';
import { createFakeClock } from '../../testing/index.ts';
import type { Call, Connector } from '../ports/connector.ts';
import { CallDispatcher, type CallRequest } from './call-dispatcher.ts';

test('[R4.1][C5.4] a connector of one tenant never performs a call of another, whatever was missing before', async () => {
  const performed: [connector: string, tenant: string][] = [];
  const connectorOf = (tenant: string): Connector =>
    ({
      name: 'github',
      tenant,
      concurrency: 1,
      perform: async (call: Call) => {
        performed.push([tenant, call.tenant]);
        return { kind: 'succeeded', output: null };
      },
    }) as unknown as Connector;
  const connectors = new Map<string, Connector>();
  const outcomes: string[] = [];
  const dispatcher = new CallDispatcher({
    find: (tenant) => connectors.get(tenant),
    resolvePayload: async () => ({}),
    answer: (request, outcome) => {
      outcomes.push(`${request.tenant} ${outcome.kind}`);
      dispatcher.settle(request);
    },
    callsPerRun: 10,
    clock: createFakeClock(0),
    hide: (value) => value,
    report: () => undefined,
  });
  let instance = 0;
  const call = async (tenant: string): Promise<void> => {
    const ended = outcomes.length + 1;
    instance += 1;
    const request: CallRequest = {
      ...{ tenant, run: 'r', workflow: 'w', task: 't', instance, attempt: 1, connector: 'github' },
      ...{ operation: 'list', input: { value: {} }, undoes: 0, begunAt: 0 },
    };
    dispatcher.add(request);
    await expect.poll(() => outcomes.length).toBe(ended);
  };
  // Missing at first.
  await call('a');
  await call('b');
  connectors.set('a', connectorOf('a'));
  await call('b');
  connectors.set('b', connectorOf('b'));
  for (const tenant of ['a', 'b', 'a', 'b']) await call(tenant);
  expect(outcomes.slice(0, 3)).toEqual(['a failed', 'b failed', 'b failed']);
  expect(performed).toEqual([
    ['a', 'a'],
    ['b', 'b'],
    ['a', 'a'],
    ['b', 'b'],
  ]);
});
