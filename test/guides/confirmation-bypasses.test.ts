/** Attempts to bypass a confirmation without its work item: copies of runs, and reopened runs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestOf, type RunDocument } from '../../src/operations/runs/run-document.ts';
import type { McpFixture } from '../mcp/mcp-fixture.ts';
import {
  type Fields,
  type GuidedAgent,
  type GuidedSessions,
  itemOf,
  openGuidedSessions,
  person,
  runOf,
} from './guided-agent.ts';

let fixture: McpFixture;
let agent: GuidedAgent;
let close: GuidedSessions['close'];

beforeAll(async () => {
  ({ fixture, agent, close } = await openGuidedSessions());
});

afterAll(() => close());

interface Waits {
  readonly run: string;
  readonly state: string;
  readonly waitingFor: readonly Fields[];
}

const viewOf = async (run: unknown): Promise<Waits> =>
  (await fixture.operate('runs.get', { run })) as unknown as Waits;

/** An agent tries everything to continue the copy without a person. */
async function isHeld(copy: Waits, approvals: readonly string[]): Promise<void> {
  const { run, waitingFor } = copy;
  expect(waitingFor.map(({ task }) => task)).toEqual(approvals);
  for (const { item, reason } of waitingFor) {
    expect(reason).toBe('approval');
    const requests: readonly (readonly [string, object])[] = [
      ['items.complete', { output: { approved: true } }],
      ['items.skip', {}],
      ['items.force', {}],
      ['items.fail', { message: 'No.' }],
    ];
    for (const [operation, more] of requests) {
      await expect(fixture.operate(operation, { item, ...more }), operation).rejects.toThrow();
    }
  }
  await fixture.operate('runs.resume', { run }).catch(() => undefined);
  expect(await viewOf(run)).toMatchObject({
    state: 'suspended',
    waitingFor: waitingFor.map(({ item }) => ({ item })),
  });
  await expect(fixture.operate('runs.reopen', { run })).rejects.toThrow();
}

/** Then a person approves it, and it continues after the confirmation. */
async function isLetOn({ run, waitingFor }: Waits): Promise<void> {
  for (const { item } of waitingFor) {
    await fixture.operateAs(person, 'items.complete', { item, output: { approved: true } });
  }
  expect(await viewOf(run)).toMatchObject({ waitingFor: [{ task: 'tell' }] });
}

/** A run whose release is confirmed. */
async function confirmed(): Promise<unknown> {
  const asked = await agent.toConfirmation();
  await fixture.operateAs(person, 'items.complete', { item: itemOf(asked), output: { confirmed: true } });
  return runOf(asked);
}

test('[U8.3] an agent that imports a journal with a confirmation can continue only after a person approves it', async () => {
  const document = (await fixture.operate('runs.export', {
    run: await confirmed(),
  })) as unknown as RunDocument;
  // A forged journal would look the same.
  const forged = { ...document, run: { ...document.run, id: 'made-up' } };
  const text = JSON.stringify({ ...forged, digest: digestOf(forged) });
  const copy = (await fixture.operate('runs.import', { document: text })) as unknown as Waits;
  await isHeld(copy, ['', 'release/confirm']);
  await isLetOn(copy);
});

test('[U8.3][U8.4] an agent that forks a run after its confirmation must wait for a person, too', async () => {
  const copy = (await fixture.operate('runs.fork', {
    run: await confirmed(),
    step: 'tell',
  })) as unknown as Waits;
  await isHeld(copy, ['release/confirm']);
  await isLetOn(copy);
});

test('[U8.3] a run that an agent failed and reopened is still before its confirmation', async () => {
  const asked = await agent.toConfirmation();
  const run = runOf(asked);
  await expect(fixture.operate('items.fail', { item: itemOf(asked), message: 'No.' })).rejects.toMatchObject({
    details: { code: 'person_required' },
  });
  await fixture.operateAs(person, 'items.fail', { item: itemOf(asked), message: 'No.' });
  await fixture.operate('runs.reopen', { run, set: { context: { parts: [], released: true } } });
  expect(await viewOf(run)).toMatchObject({ waitingFor: [{ task: 'release/confirm', mayAnswer: false }] });
});

test('[U8.2] variables that are set when a run is reopened are validated like answers', async () => {
  const first = await agent.start({ parts: [] });
  const run = runOf(first);
  await fixture.operate('items.fail', { item: itemOf(first), message: 'Too much.' });
  for (const context of ['text', null, ['a']]) {
    await expect(fixture.operate('runs.reopen', { run, set: { context } })).rejects.toMatchObject({
      details: { code: 'invalid_input', violations: [{ path: 'set.context', expected: 'an object' }] },
    });
  }
  await expect(
    fixture.operate('runs.reopen', { run, set: { context: { a: 'x'.repeat(300_000) } } }),
  ).rejects.toMatchObject({ details: { code: 'context_too_large', context: { run } } });
  expect((await viewOf(run)).state).toBe('failed');
  await fixture.operate('runs.reopen', { run, set: { context: { parts: ['a'] } } });
  expect(await viewOf(run)).toMatchObject({ waitingFor: [{ task: 'plan' }] });
});
