import { expect, test } from 'vitest';
import type { OperationError, RunView, RunWait } from '../../../operations/index.ts';
import { describeError } from '../../errors/error-codes.ts';
import { presentCase } from './present-case.ts';
import type { Question } from './present-question.ts';
import { presentRun } from './present-run.ts';

const describe = (error: OperationError) => describeError(error, 'id');

const run: RunView = {
  run: 'r-1',
  workflow: 'trip',
  version: '1.0',
  revision: 'ab',
  status: 'running',
  state: 'executing',
  seq: 4,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:01.000Z',
  endedAt: null,
  startedBy: 'ann',
  openItems: 0,
  failureCode: null,
  origin: null,
  output: null,
  failure: null,
  partial: null,
  undone: [],
  waitingFor: [],
  progress: 0.5,
};

const call: RunWait = { kind: 'call', task: 'pay', index: -1, operation: 'bank.pay', attempt: 2 };
const timer: RunWait = { kind: 'timer', task: 'rest', index: -1, due: '2026-01-16T10:00:00.000Z' };
const question = {
  kind: 'item',
  item: 'r-1.2',
  reason: 'work',
  task: 'ask',
  index: -1,
  holder: '',
  message: 'Go ahead?',
  expects: [{ name: 'yes', type: 'bool', required: true }],
  answerSchema: { type: 'object' },
  who: null,
  mayAnswer: true,
  personMayAnswer: true,
} as const satisfies RunWait;

const managers = {
  roles: ['manager'],
  subjects: [],
  kind: null,
  scope: null,
  fourEyes: true,
} as const satisfies Question['who'];

test('[P3.2] while other work is active, a run is running, and its questions are in the answer', () => {
  const { value } = presentRun({ ...run, waitingFor: [call, question] }, describe);
  expect(value).toMatchObject({
    status: 'running',
    message: '“trip” is running: pay, ask.',
    current_steps: ['pay', 'ask'],
    work_items: [
      { work_item_id: 'r-1.2', message: 'Go ahead?', expects: { yes: { type: 'bool', required: true } } },
    ],
    next: expect.stringMatching(/^Call cases_status .* Ask the user: “Go ahead\?”/),
  });
  expect(value).not.toHaveProperty('work_item_id');
});

test('[P3.2] a run that waits only for time is running; one that also waits for a person asks', () => {
  expect(presentRun({ ...run, state: 'waiting', waitingFor: [timer] }, describe).value['status']).toBe(
    'running',
  );
  expect(
    presentRun({ ...run, state: 'waiting', waitingFor: [timer, question] }, describe).value,
  ).toMatchObject({
    status: 'input_required',
    work_item_id: 'r-1.2',
    message: 'Go ahead?',
  });
});

test('[P3.2] a run that only time or a signal advances says when to check again', () => {
  const signal = { kind: 'signal', task: 'hear', index: -1, signal: 'paid', due: null } as const;
  const nextOf = (...waitingFor: readonly RunWait[]) =>
    String(presentRun({ ...run, state: 'waiting', waitingFor }, describe).value['next']);
  expect(nextOf(timer)).toMatch(
    /^Nothing happens before 2026-01-16T10:00:00\.000Z: .*cases_status .* not before/,
  );
  expect(nextOf({ ...timer, due: '2026-01-16T11:00:00.000Z' }, timer)).toMatch('before 2026-01-16T10:00');
  expect(nextOf(signal)).toMatch(/^Nothing happens unless the signal “paid” is sent: /);
  expect(nextOf(signal, timer)).toMatch(/^Nothing happens before .*, unless the signal “paid” is sent/);
  // A call with wait_ms is better advice for a few seconds, and while work is active.
  expect(nextOf({ ...timer, due: '2026-01-15T10:00:05.000Z' })).toMatch(/^Call cases_status /);
  expect(nextOf(timer, call)).toMatch(/^Call cases_status .* or input_required is true/);
});

test('[P4.1] questions of the engine itself name the fields of the answer', () => {
  const expectsOf = (reason: 'doubt' | 'approval') =>
    presentRun({ ...run, state: 'waiting', waitingFor: [{ ...question, reason, expects: [] }] }, describe)
      .value['expects'];
  expect(expectsOf('approval')).toMatchObject({ approved: { type: 'bool', required: true } });
  expect(Object.keys(Object(expectsOf('doubt')))).toEqual(['verdict', 'output', 'message']);
});

test('[P4.1] the kind of question decides the next action', () => {
  const nextOf = (reason: 'work' | 'doubt' | 'approval') =>
    presentRun({ ...run, state: 'waiting', waitingFor: [{ ...question, reason }] }, describe).value['next'];
  expect(nextOf('work')).toMatch(
    /^Ask the user: “Go ahead\?”, then call workitems_complete {"workitem_id": "r-1\.2", "output_data": {"yes": …}}/,
  );
  expect(nextOf('doubt')).toMatch(/"verdict": "succeeded" \| "failed" \| "retry"/);
  expect(nextOf('approval')).toMatch(/^Ask the user whether this may continue: .*{"approved": true}/);
  const fork = presentRun(
    { ...run, state: 'suspended', waitingFor: [{ ...question, reason: 'approval' }] },
    describe,
  );
  expect(fork.value['status']).toBe('input_required');
  expect(presentRun({ ...run, state: 'suspended', waitingFor: [question] }, describe).value['status']).toBe(
    'suspended',
  );
});

test('[W2.3] a question for others says for whom it is, and those that the caller may answer come first', () => {
  const foreign = { ...question, item: 'r-1.1', who: managers, mayAnswer: false, personMayAnswer: false };
  const waiting = { ...run, state: 'waiting' } as const;
  const nextOf = (...waitingFor: readonly RunWait[]) =>
    presentRun({ ...waiting, waitingFor }, describe).value['next'];
  expect(presentRun({ ...waiting, waitingFor: [foreign] }, describe).value).toMatchObject({
    status: 'input_required',
    work_item_id: 'r-1.1',
    offered_to: 'anyone with the role “manager”, but not for the requester',
    may_answer: false,
    next: expect.stringMatching(
      /^Tell the user that this waits for another person: “Go ahead\?” is for anyone/,
    ),
  });
  expect(nextOf({ ...foreign, who: null })).toMatch(
    /is for those who may answer work items\. They answer with “signalbox answer r-1\.1” in a terminal/,
  );
  expect(nextOf({ ...foreign, personMayAnswer: true })).toMatch(/^A person must answer this/);
  expect(nextOf({ ...foreign, reason: 'approval', personMayAnswer: true })).toMatch(
    /^A person must approve this/,
  );
  const both = presentRun({ ...waiting, waitingFor: [foreign, question] }, describe).value;
  expect(both).toMatchObject({
    work_item_id: 'r-1.2',
    next: expect.stringMatching(/^Ask the user: “Go ahead\?”/),
    work_items: [{ work_item_id: 'r-1.2' }, { work_item_id: 'r-1.1', may_answer: false }],
  });
  expect(both).not.toHaveProperty('may_answer');
});

test('[P2.2] big values can be read in full elsewhere', () => {
  const ended = { ...run, state: 'completed', status: 'completed', output: { big: 1 } } as const;
  expect(presentRun(ended, describe)).toMatchObject({
    value: { result: { big: 1 } },
    resource: 'run://r-1/output',
    rest: expect.stringMatching('cases_status {"case_id": "r-1", "output_from": 0}'),
    bulky: ['result'],
  });
  const failure = { code: 'http', message: 'No', task: 'pay', operation: 'bank.pay', data: { body: 'long' } };
  expect(
    presentRun({ ...run, state: 'failed', status: 'failed', failure, partial: { a: 1 } }, describe),
  ).toMatchObject({
    isError: true,
    value: {
      failure_code: 'http',
      step_id: 'pay',
      command: 'bank.pay',
      response_payload: { body: 'long' },
      partial: { a: 1 },
    },
    resource: 'run://r-1/state',
    bulky: ['partial', 'response_payload'],
  });
  expect(presentCase(ended)).toMatchObject({
    resource: 'run://r-1/output',
    bulky: expect.arrayContaining(['output_data']),
  });
});

test('[P3.4] what a case waits for is reported with its details', () => {
  const signal: RunWait = { kind: 'signal', task: 'hear', index: -1, signal: 'paid', due: null };
  const { value } = presentCase({ ...run, waitingFor: [call, timer, signal, question] });
  expect(value['waiting_for']).toEqual([
    { kind: 'call', task_name: 'pay', operation: 'bank.pay', attempt: 2 },
    { kind: 'timer', task_name: 'rest', due: '2026-01-16T10:00:00.000Z' },
    { kind: 'signal', task_name: 'hear', signal: 'paid' },
    expect.objectContaining({
      ...{ kind: 'item', workitem_id: 'r-1.2', task_name: 'ask' },
    }),
  ]);
});

test('[P3.2] a run of many steps has a short message', () => {
  const waitingFor = Array.from({ length: 9 }, (_, at): RunWait => ({ ...call, task: `step_${at}` }));
  expect(presentRun({ ...run, waitingFor }, describe).value['message']).toBe(
    '“trip” is running: step_0, step_1, step_2, step_3, step_4, ….',
  );
});
