import { expect, test } from 'vitest';
import type { RunState } from '../../kernel/index.ts';
import type { RunChange, RunRecord, RunTransition, WorkItem } from '../../runtime/index.ts';
import { announceRun, maxAnnouncedBytes } from './announce-run.ts';

const record = {
  tenant: 'acme',
  id: 'run_1',
  workflow: 'order',
  version: '2',
  seq: 9,
  createdAt: 1_000,
  updatedAt: 2_000,
  endedAt: null,
  origin: null,
} as RunRecord;

const state = (status: RunState['status'], more: Partial<RunState> = {}): RunState =>
  ({ status, at: 5, output: { value: null }, failure: null, ...more }) as RunState;

const item = (instance: number, itemState: WorkItem['state']): WorkItem =>
  ({
    id: `run_1.${instance}`,
    instance,
    task: 'ask',
    reason: 'work',
    state: itemState,
    updatedAt: 7,
  }) as WorkItem;

const change = (moments: readonly RunTransition[], more: Partial<RunChange> = {}): RunChange => ({
  record,
  state: state('running'),
  isNew: false,
  transitions: moments,
  openItems: () => [],
  ...more,
});

const began: RunTransition = { kind: 'status', seq: 1, before: null, state: state('running') };
const offered = (seq: number, instance: number): RunTransition => ({
  kind: 'item',
  seq,
  before: null,
  item: item(instance, 'offered'),
});
const completed = (seq: number, instance: number): RunTransition => ({
  kind: 'item',
  seq,
  before: 'held',
  item: item(instance, 'completed'),
});
const ended = (seq: number, status: RunState['status'], more?: Partial<RunState>): RunTransition => ({
  kind: 'status',
  seq,
  before: 'running',
  state: state(status, more),
});

const marks = (given: RunChange): readonly string[] => announceRun(given).map(({ mark }) => mark);

test('[F3.1] a whole run in one commit is announced in order, however the notes of an event are listed', () => {
  const life = [began, offered(1, 2), completed(3, 2), offered(3, 4), completed(5, 4), ended(5, 'completed')];
  const expected = [
    '1.case_started',
    '1.work_item_offered.2',
    '3.work_item_completed.2',
    '3.work_item_offered.4',
    '5.work_item_completed.4',
    '5.case_completed',
  ];
  expect(marks(change(life, { isNew: true }))).toEqual(expected);
  const mixed = [
    offered(1, 2),
    began,
    completed(3, 2),
    offered(3, 4),
    ended(5, 'completed'),
    completed(5, 4),
  ];
  expect(marks(change(mixed, { isNew: true }))).toEqual(expected);
});

test('[F3.1] a run that fails, is reopened and fails again in one commit is announced each time, with a different mark', () => {
  const failure = { code: 'x', message: 'no' };
  const moments: readonly RunTransition[] = [
    ended(2, 'failed', { failure }),
    { kind: 'status', seq: 3, before: 'failed', state: state('running') },
    ended(4, 'failed', { failure }),
  ];
  expect(marks(change(moments))).toEqual(['2.case_failed', '3.case_started', '4.case_failed']);
  const [, again] = announceRun(change(moments));
  expect(JSON.parse(again?.body() ?? '')).toMatchObject({ reopened: true, seq: 3 });
});

test('[F3.1] held, withdrawn, skipped and unchanged items are not announced', () => {
  const quiet: readonly RunTransition[] = [
    { kind: 'item', seq: 2, before: 'offered', item: item(2, 'held') },
    { kind: 'item', seq: 3, before: 'held', item: item(2, 'withdrawn') },
    { kind: 'item', seq: 3, before: 'offered', item: item(4, 'skipped') },
    { kind: 'item', seq: 3, before: 'offered', item: item(5, 'offered') },
  ];
  expect(announceRun(change(quiet))).toEqual([]);
});

test('[F3.1] announcements are computed only on demand: nothing is written before', () => {
  const output = {
    get value(): never {
      throw new Error('It was looked at.');
    },
  };
  const [announced] = announceRun(change([ended(2, 'completed', { output })]));
  expect(announced?.event).toBe('case_completed');
  expect(() => announced?.body()).toThrow('It was looked at.');
});

test('[F3.1] an outcome that cannot be sent is not stored', () => {
  const announcedOutput = (size: number): unknown => {
    const output = { value: 'x'.repeat(size) };
    const [announced] = announceRun(change([ended(2, 'completed', { output })]));
    return JSON.parse(announced?.body() ?? '')['output'];
  };
  expect(announcedOutput(1_000)).toBeDefined();
  expect(announcedOutput(maxAnnouncedBytes)).toBeUndefined();
});

test('[F3.1] a copy begins with its open items; an ended copy announces nothing', () => {
  const copy = { ...record, origin: { kind: 'fork', run: 'run_0', at: 4 } } as RunRecord;
  const open = [item(2, 'offered'), item(3, 'held')];
  const fork = change([], { record: copy, isNew: true, openItems: () => open });
  expect(marks(fork)).toEqual(['9.case_started', '9.work_item_offered.2']);
  expect(announceRun(fork).map(({ at }) => at)).toEqual([1_000, 1_000]);
  expect(announceRun(change([], { record: { ...copy, endedAt: 5 }, isNew: true }))).toEqual([]);
  // Later it is a run like any other.
  expect(marks(change([offered(10, 7)], { record: copy }))).toEqual(['10.work_item_offered.7']);
});
