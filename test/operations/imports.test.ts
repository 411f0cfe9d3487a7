import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { listRuns } from '../../src/operations/runs/list-runs.ts';
import { resumeRun } from '../../src/operations/runs/resume-run.ts';
import { digestOf, type RunDocument } from '../../src/operations/runs/run-document.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { isOver, type OperationsHarness, openOperationsHarness, robot } from './operations-harness.ts';

const payment = `
workflows:
  payment:
    params: { limit: { type: int, default: 10 } }
    graph:
      allow: { type: yield, message: May it be paid?, expects: { yes: bool } }
      pay: { call: echo, depends_on: [allow], args: { paid: $allow.yes, limit: $limit } }
`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'payment.yaml': payment });
});
afterEach(() => harness.close());

type Event = RunDocument['events'][number];

/** A robot's own run, which asks a question: its export is a genuine document. */
async function exported(): Promise<RunDocument> {
  const { run } = await harness.perform(startRun, { workflow: 'payment' }, robot);
  await harness.until(run, ({ items }) => items === 1);
  return harness.perform(exportRun, { run }, robot);
}

/** The document with one more event, signed as a forger can: the digest is not a secret. */
function forged(document: RunDocument, event: (last: Event) => Event): RunDocument {
  const last = document.events.at(-1);
  if (last === undefined) throw new Error('The journal is empty.');
  const longer = { ...document, events: [...document.events, event(last)] };
  return { ...longer, digest: digestOf(longer) };
}

/** Each replays, and leads to a payment that no one allowed. */
const forgeries: readonly (readonly [Event['kind'], (last: Event) => Event])[] = (
  ['itemCompleted', 'itemForced', 'itemSkipped'] as const
).map((kind) => [kind, ({ at }) => ({ kind, at, by: 'ann', instance: 2, output: { value: { yes: true } } })]);

const approvalsOf = async (run: string) =>
  (await harness.perform(listItems, { run, reason: 'approval' })).items;

test.each(forgeries)(
  '[R7.2] an answer in a document counts only after people have approved it: %s',
  async (_, event) => {
    const document = forged(await exported(), event);
    const { run, ...imported } = await harness.perform(importRun, { document }, robot);
    expect(imported).toMatchObject({ state: 'suspended', origin: { kind: 'import' } });
    const [admission, answer, ...others] = await approvalsOf(run);
    expect([admission?.task, answer?.task, others]).toEqual(['', 'allow', []]);
    expect(answer?.message).toContain('May it be paid?');

    expect(await harness.refused(resumeRun, { run }, robot)).toMatchObject({ code: 'approvals_missing' });
    expect(await harness.refused(resumeRun, { run })).toMatchObject({ code: 'approvals_missing' });
    const approve = (item: string | undefined) => ({ item, output: { approved: true } });
    for (const each of [admission, answer]) {
      expect(await harness.refused(completeItem, approve(each?.item), robot)).toMatchObject({
        code: 'person_required',
      });
    }
    await harness.perform(completeItem, approve(answer?.item));
    expect(await harness.perform(getRun, { run })).toMatchObject({ state: 'suspended' });
    expect(harness.connector.calls).toEqual([]);

    await harness.perform(completeItem, approve(admission?.item));
    // It is not known here whether it was made where the document comes from.
    await harness.until(run, ({ items }) => items === 1);
    const [doubt] = (await harness.perform(listItems, { run, reason: 'doubt' })).items;
    expect(doubt?.task).toBe('pay');
    await harness.perform(completeItem, { item: doubt?.item, output: { verdict: 'retry' } });
    await harness.until(run, isOver);
    expect(harness.connector.calls.map(({ operation, input }) => [operation, input])).toEqual([
      ['echo', { paid: true, limit: 10 }],
    ]);
  },
);

test('[R7.2] other changes of a forged document also need a person: values that no one set', async () => {
  const document = forged(await exported(), ({ at }) => ({
    kind: 'dataUpdated',
    at,
    by: 'ann',
    set: { limit: { value: 1_000 } },
  }));
  const { run } = await harness.perform(importRun, { document }, robot);
  expect(await harness.refused(resumeRun, { run }, robot)).toMatchObject({ code: 'approvals_missing' });
  const [admission, ...others] = await approvalsOf(run);
  expect(others).toEqual([]);
  expect(
    await harness.refused(completeItem, { item: admission?.item, output: { approved: true } }, robot),
  ).toMatchObject({ code: 'person_required' });
  expect(await harness.perform(getRun, { run })).toMatchObject({ state: 'suspended' });
});

test('[R7.2] events that are days in the future are refused', async () => {
  const document = forged(await exported(), ({ at }) => ({
    kind: 'signalled',
    at: at + 10 * 86_400_000,
    name: 'x',
    payload: { value: 1 },
  }));
  expect(await harness.refused(importRun, { document })).toMatchObject({
    code: 'import_refused',
    violations: [{ path: `document.events.${document.events.length - 1}.at`, rule: 'future' }],
  });
  expect((await harness.perform(listRuns, { total: true })).total).toBe(1);
});

const signed = (document: RunDocument): RunDocument => ({ ...document, digest: digestOf(document) });

test.each(['', ' ann', 'a\u0007nn', 'x'.repeat(301)])(
  '[R7.2] a document whose run or events name a subject that no principal can have is refused: %j',
  async (subject) => {
    const document = await exported();
    const [started, ...others] = document.events;
    if (started === undefined) throw new Error('The journal is empty.');
    const changes: readonly (readonly [path: string, changed: RunDocument])[] = [
      ['document.run.startedBy', { ...document, run: { ...document.run, startedBy: subject } }],
      ['document.events.0.by', { ...document, events: [{ ...started, by: subject }, ...others] }],
    ];
    for (const [path, changed] of changes) {
      expect(await harness.refused(importRun, { document: signed(changed) })).toMatchObject({
        code: 'import_refused',
        violations: [{ path }],
      });
    }
  },
);

test.each([
  [0, 'document.program.nets.0.tasks.0.visits'],
  [1.5, 'document.program.nets.0.tasks.0.visits'],
  [1e9, 'document.program.nets.0.tasks.0.visits'],
  [1_001, 'document.program.payment.'],
])('[R7.2][K12.1] a task of a document cannot loop %d times', async (visits, path) => {
  const document = await exported();
  const nets = document.program.nets.map((net) => ({
    ...net,
    tasks: net.tasks.map((task) => ({ ...task, visits })),
  }));
  const refusal = await harness.refused(importRun, {
    document: signed({ ...document, program: { ...document.program, nets } }),
  });
  expect(refusal.code).toBe('import_refused');
  expect(refusal.violations?.[0]?.path).toContain(path);
});
