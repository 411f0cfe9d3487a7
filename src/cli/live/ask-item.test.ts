import { expect, test } from 'vitest';
import { openTestTerminal, type TestTerminal } from '../../../test/cli/open-test-terminal.ts';
import type { ErrorCode, ItemView, RunView } from '../../operations/index.ts';
import { OperationError } from '../../operations/offline.ts';
import type { Host } from '../host/host.ts';
import type { Session } from '../session/session.ts';
import { askItem } from './ask-item.ts';
import { followInteractively } from './follow-interactively.ts';

const item: ItemView = {
  item: 'run_a.3',
  run: 'run_a',
  workflow: 'w',
  task: 'pay',
  index: -1,
  reason: 'work',
  message: 'What now?',
  input: null,
  expects: [],
  answerSchema: {},
  who: null,
  mayAnswer: true,
  personMayAnswer: true,
  state: 'offered',
  paused: false,
  holder: '',
  leaseUntil: null,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:00.000Z',
};

type Call = readonly [name: string, input: unknown];

/** A session with the given operations; it records its calls. */
function sessionOf(answer: (name: string) => unknown): { session: Session; calls: readonly Call[] } {
  const calls: Call[] = [];
  const session = {
    sessionFlags: '',
    role: 'owner',
    owner: 1,
    onNotice: () => () => {},
    call: async (name: string, input: unknown) => {
      calls.push([name, input]);
      return answer(name) as never;
    },
  } as unknown as Session;
  return { session, calls };
}

/** Only what asking and following use. */
const hostOf = (testTerminal: TestTerminal): Host =>
  ({
    terminal: testTerminal.terminal,
    user: 'ann',
    clock: () => 0,
    pause: async () => {},
  }) as unknown as Host;

async function ask(
  view: ItemView,
  answers: readonly (string | undefined)[],
  refusals: readonly ErrorCode[] = [],
) {
  const left = [...refusals];
  const { session, calls } = sessionOf(() => {
    const code = left.shift();
    if (code === undefined) return {};
    throw new OperationError({ code, message: 'It was refused.' });
  });
  const testTerminal = openTestTerminal(answers);
  const asked = await askItem(hostOf(testTerminal), session, view, new AbortController().signal);
  return { asked, sent: calls.map(([, input]) => input), testTerminal };
}

test('[T7] for a call with an unknown outcome it asks for a verdict until one of the three is typed', async () => {
  const doubt = { ...item, reason: 'doubt' } as const;
  expect((await ask(doubt, ['perhaps', 'retry'])).sent).toEqual([
    { item: 'run_a.3', output: { verdict: 'retry' } },
  ]);
  expect((await ask(doubt, ['failed', 'no money'])).sent).toEqual([
    { item: 'run_a.3', output: { verdict: 'failed', message: 'no money' } },
  ]);
  expect((await ask(doubt, ['succeeded', '{"id": 7}'])).sent).toEqual([
    { item: 'run_a.3', output: { verdict: 'succeeded', output: { id: 7 } } },
  ]);
  // An empty line is not an empty result.
  expect((await ask(doubt, ['succeeded', '', 'succeeded', 'null'])).sent).toEqual([
    { item: 'run_a.3', output: { verdict: 'succeeded', output: null } },
  ]);
  expect(await ask(doubt, ['failed', undefined])).toMatchObject({ asked: 'declined', sent: [] });
});

test('[T7] a question without fields accepts JSON or a text; a refused answer is asked again', async () => {
  const { asked, sent, testTerminal } = await ask(item, ['[1', '[1]'], ['answer_refused']);
  expect(asked).toBe('answered');
  expect(sent).toEqual([
    { item: 'run_a.3', output: '[1' },
    { item: 'run_a.3', output: [1] },
  ]);
  expect(testTerminal.shown()).toContain('✗ It was refused.');
});

test('[T7] an empty field gets its default', async () => {
  const expects = [
    { name: 'size', type: 'str', required: true, default: 'M' },
    { name: 'note', type: 'str', required: false },
  ];
  const { sent } = await ask({ ...item, expects }, ['', '  ']);
  expect(sent).toEqual([{ item: 'run_a.3', output: { size: 'M' }, texts: {} }]);
});

test('[T7] items held by another user are left to them, and closed items are skipped', async () => {
  expect(await ask(item, ['x'], ['work_item_held'])).toMatchObject({ asked: 'declined' });
  expect(await ask(item, ['x'], ['work_item_ended'])).toMatchObject({ asked: 'gone' });
});

test('[T7] a message contains no terminal control codes, and keeps its lines', async () => {
  const { testTerminal } = await ask({ ...item, message: 'one\n\u001b[2Jtwo' }, ['x']);
  expect(testTerminal.shown()).toMatch(/^\? one\n {2}\ufffd\[2Jtwo\n/);
});

test('[T7] a question that is answered elsewhere is withdrawn, and the run is still followed', async () => {
  const waiting = {
    run: 'run_a',
    workflow: 'w',
    status: 'running',
    state: 'waiting',
    seq: 2,
    endedAt: null,
    createdAt: item.createdAt,
    progress: 0,
    waitingFor: [{ ...item, kind: 'item', message: '' }],
  } as unknown as RunView;
  const ended = {
    ...waiting,
    status: 'completed',
    state: 'completed',
    seq: 3,
    endedAt: item.createdAt,
    waitingFor: [],
  };
  let isAnswered = false;
  const { session } = sessionOf((name) => {
    if (name === 'runs.history') return { entries: [], next: null };
    if (name === 'items.get') return item;
    return isAnswered ? ended : waiting;
  });
  const testTerminal = openTestTerminal([]);
  // Nothing is typed: the question stays until it is withdrawn.
  const patient: TestTerminal['terminal']['ask'] = (_prompt, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
      isAnswered = true;
    });
  const terminal = { ...testTerminal.terminal, ask: patient };
  const { view, wasInterrupted: left } = await followInteractively(
    session,
    hostOf({ ...testTerminal, terminal }),
    {
      run: 'run_a',
      seen: 0,
      isQuiet: true,
    },
  );
  expect({ status: view.status, left }).toEqual({ status: 'completed', left: false });
});
