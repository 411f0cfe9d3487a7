/** Random work of a task, and its failure handling. */
import type { Assign, Retry, Timeout, Undo, WaitWork, Work } from '../../src/kernel/model/program.ts';
import { expr } from '../../src/testing/stand-ins/sample-evaluator.ts';
import type { NetDraft, ProgramDraft, TaskDraft } from './net-draft.ts';
import { anyExpression, constant, flagExpression, numberExpression, read } from './random-expression.ts';
import { type AnswerKind, answers } from './random-payload.ts';
import { pickName } from './variable-kind.ts';

/** Times in programs are relative to this; runs start a little later. */
export const epoch = 1_700_000_000_000;

export function callWork(draft: ProgramDraft, net: NetDraft): Work {
  const { random } = draft;
  return {
    kind: 'call',
    ...(random.chance(0.8) ? { connector: random.pick(['http', 'sql']) } : {}),
    operation: random.pick(answers),
    ...(random.chance(0.7) ? { input: anyExpression(draft, net) } : {}),
    onUncertain: random.pick(['retry', 'retry', 'ask', 'ask', 'fail']),
  };
}

export function offerWork(draft: ProgramDraft, net: NetDraft): Work {
  const { random } = draft;
  return {
    kind: 'offer',
    item: { form: random.pick(answers) },
    ...(random.chance(0.5) ? { input: anyExpression(draft, net) } : {}),
    ...(random.chance(0.2) ? { takes: random.pick(['offer', 'hold', 'hold'] as const) } : {}),
    ...(random.chance(0.2) ? { enabling: anyExpression(draft, net) } : {}),
    ...(random.chance(0.15) ? { whom: anyExpression(draft, net) } : {}),
    ...(random.chance(0.3) ? { unfinished: anyExpression(draft, net, ['$input']) } : {}),
  };
}

export function waitWork(draft: ProgramDraft, net: NetDraft): Work {
  const { random } = draft;
  const forTime = {
    for: random.chance(0.7) ? constant(random.between(0, 500)) : numberExpression(draft, net),
  };
  const until = { until: constant(epoch + random.int(6000)) };
  const signal = {
    signal: random.chance(0.97) ? constant(random.pick(['ping', 'pong'])) : anyExpression(draft, net),
  };
  return {
    kind: 'wait',
    ...random.weighted<Omit<WaitWork, 'kind'>>([
      [3, forTime],
      [1, until],
      [2, signal],
      [2, { ...signal, ...forTime }],
      [0.5, { ...until, ...forTime }],
    ]),
  };
}

export function failWork(draft: ProgramDraft, net: NetDraft): Work {
  const { random } = draft;
  const failure = {
    code: random.pick(['broken', 'refused']),
    message: 'failed on purpose',
    ...(random.chance(0.3) ? { retryable: random.chance(0.5) } : {}),
    ...(random.chance(0.3) ? { data: [1, null] } : {}),
  };
  return { kind: 'fail', failure: random.chance(0.8) ? constant(failure) : anyExpression(draft, net) };
}

/** Adds outputs, retry, undo, timeout and so on to the task. `to`: the target of a caught failure. */
export function equip(draft: ProgramDraft, net: NetDraft, task: TaskDraft, to: string | null): void {
  const { random, profile } = draft;
  const { kind } = task.work;
  const outputs = randomOutputs(draft, net, task);
  if (outputs.length > 0) task.outputs = outputs;
  if (random.chance(kind === 'fail' ? 0.7 : profile.caught)) {
    const as = pickName(random, net.writable, 'e');
    task.catch = {
      to: random.chance(0.95) ? to : null,
      ...(as !== undefined && random.chance(0.6) ? { as } : {}),
    };
  }
  if (kind === 'pass' || kind === 'fail') return;
  if (random.chance(profile.retry)) task.retry = randomRetry(draft);
  if (random.chance(profile.timeout)) task.timeout = randomTimeout(draft, net, task);
  if (random.chance(kind === 'call' ? profile.undo : profile.undo / 3)) task.undo = randomUndo(draft, net);
  if (random.chance(0.15)) skipUnset(draft, net, task);
}

function randomOutputs(draft: ProgramDraft, net: NetDraft, task: TaskDraft): Assign[] {
  const { random } = draft;
  const outputs: Assign[] = [];
  const assign = (kind: 'x' | 'r' | 'l' | 'b', value: () => Assign['value']) => {
    const to = pickName(random, net.writable, kind);
    if (to !== undefined && !outputs.some((output) => output.to === to)) outputs.push({ to, value: value() });
  };
  if (random.chance(0.3))
    assign('x', () =>
      expr(['add', ['get?', pickName(random, net.readable, 'x') ?? '$index', 0], ['lit', 1]]),
    );
  if (random.chance(0.1)) assign('x', () => numberExpression(draft, net));
  if (random.chance(0.1)) assign('b', () => flagExpression(draft, net));
  if (task.each !== undefined) {
    if (random.chance(0.4)) assign('l', () => read('$output'));
    if (random.chance(0.3)) assign('r', () => read(random.pick(['$last', '$failures', '$output'])));
    if (random.chance(0.3))
      assign('r', () => expr(['list', ['get?', '$last', null], ['get?', '$failures', null]]));
    if (random.chance(0.2)) assign('x', () => expr(['size', ['get', '$output']]));
    return outputs;
  }
  if (random.chance(0.4)) assign('r', () => read('$output'));
  if (random.chance(0.15)) assign('r', () => anyExpression(draft, net, ['$output', '$input']));
  const answer = answerOf(task.work);
  if (answer === 'count' && random.chance(0.4)) assign('x', () => read('$output'));
  if (answer === 'items' && random.chance(0.6)) assign('l', () => read('$output'));
  return outputs;
}

function answerOf(work: Work): AnswerKind | 'none' {
  const name = work.kind === 'call' ? work.operation : work.kind === 'offer' ? JSON.stringify(work.item) : '';
  return answers.find((answer) => name.includes(answer)) ?? 'none';
}

function randomRetry(draft: ProgramDraft): Retry {
  const { random } = draft;
  return {
    limit: random.between(1, 4),
    delay: random.pick([0, 10, 100, 333]),
    backoff: random.pick(['fixed', 'linear', 'exponential']),
    ...(random.chance(0.3) ? { factor: random.pick([1, 1.5, 3]) } : {}),
    ...(random.chance(0.3) ? { cap: random.pick([50, 250]) } : {}),
    ...(random.chance(0.4) ? { jitter: random.pick([0.1, 0.5, 1]) } : {}),
  };
}

function randomUndo(draft: ProgramDraft, net: NetDraft): Undo {
  const { random } = draft;
  return {
    ...(random.chance(0.8) ? { connector: 'http' } : {}),
    operation: random.pick(['revoke', 'refund']),
    ...(random.chance(0.7) ? { input: anyExpression(draft, net, ['$output', '$input']) } : {}),
    ...(random.chance(0.4) ? { retry: randomRetry(draft) } : {}),
    ...(random.chance(0.5) ? { onUncertain: random.pick(['retry', 'ask', 'fail'] as const) } : {}),
    ...(random.chance(0.25) ? { required: true } : {}),
  };
}

function randomTimeout(draft: ProgramDraft, net: NetDraft, task: TaskDraft): Timeout {
  const { random } = draft;
  const offer = task.work.kind === 'offer';
  const after = random.chance(0.8)
    ? constant(random.pick([0, 20, 150, 800, 5000, null]))
    : numberExpression(draft, net);
  const status = pickName(random, net.writable, 's');
  return {
    ...(random.chance(0.8) ? { after } : { until: constant(epoch + random.int(8000)) }),
    ...(offer && random.chance(0.5) ? { from: randomMoment(draft, net) } : {}),
    ...(offer && random.chance(0.3) ? { onRelease: random.pick(['stop', 'go-on'] as const) } : {}),
    ...(random.chance(0.2) ? outcome('note') : offer && random.chance(0.4) ? outcome('finish') : {}),
    ...(status !== undefined && random.chance(0.4) ? { status } : {}),
  };
}

function randomMoment(draft: ProgramDraft, net: NetDraft): NonNullable<Timeout['from']> {
  const { random } = draft;
  return random.weighted<() => NonNullable<Timeout['from']>>([
    [4, () => 'hold'],
    [1, () => constant(random.pick(['start', 'hold']))],
    [0.1, () => anyExpression(draft, net)],
  ])();
}

function outcome(onExpiry: 'note' | 'finish'): Timeout {
  return { onExpiry };
}

function skipUnset(draft: ProgramDraft, net: NetDraft, task: TaskDraft): void {
  const { random } = draft;
  const unset = pickName(random, net.readable, 'u');
  task.onUnset = 'skip';
  const { work } = task;
  if (unset === undefined || !random.chance(0.7)) return;
  if (work.kind === 'call' || work.kind === 'offer') task.work = { ...work, input: read(unset) };
}
