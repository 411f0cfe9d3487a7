import { expect, test } from 'vitest';
import type { Json } from '../../../expression/index.ts';
import {
  link,
  type Machine,
  type OfferEffect,
  type Payload,
  type RunEvent,
  type RunState,
} from '../../../kernel/index.ts';
import { readGuide } from '../read-guide.ts';
import { guideEvaluators } from './evaluators.ts';

/** A run of a guide, played by the kernel alone. */
class GuidePlayer {
  readonly #machine: Machine;
  #state: RunState;
  #offers = new Map<string, OfferEffect>();
  refusal = '';

  constructor(steps: readonly object[], context: Json = {}) {
    const document = { id: 'tried', name: 'Tried', description: 'Is tried.', version: '1.0.0', steps };
    const { workflows, violations } = readGuide({ path: 'tried.json', text: JSON.stringify(document) });
    expect(violations).toEqual([]);
    const program = workflows[0]?.program;
    const linked = program == null ? undefined : link(program, { evaluators: guideEvaluators });
    if (linked?.kind !== 'machine') throw new Error('It cannot be played.');
    this.#machine = linked.machine;
    this.#state = linked.machine.initial;
    this.#advance({ kind: 'started', at: 0, seed: 1, input: { context: { value: context } } });
  }

  get open(): readonly string[] {
    return [...this.#offers.keys()];
  }

  get status(): string {
    return this.#state.status;
  }

  get output(): Json {
    return whole(this.#state.output);
  }

  input(task: string): { readonly [key: string]: Json } {
    return whole(this.#offers.get(task)?.input ?? { value: {} }) as { readonly [key: string]: Json };
  }

  complete(task: string, answer: Json = {}): this {
    return this.#end(task, { kind: 'itemCompleted', output: { value: answer } });
  }

  skip(task: string): this {
    return this.#end(task, { kind: 'itemSkipped' });
  }

  #end(
    task: string,
    how: { kind: 'itemCompleted'; output: { value: Json } } | { kind: 'itemSkipped' },
  ): this {
    const instance = this.#offers.get(task)?.instance ?? -1;
    this.#advance({ at: 0, by: 'ann', instance, ...how });
    return this;
  }

  #advance(event: RunEvent): void {
    const step = this.#machine.advance(this.#state, event);
    this.refusal = step.kind === 'rejection' ? step.message : '';
    if (step.kind === 'rejection') return;
    this.#state = step.state;
    const ended = 'instance' in event ? event.instance : -1;
    for (const [task, { instance }] of this.#offers) if (instance === ended) this.#offers.delete(task);
    for (const effect of step.effects) if (effect.kind === 'offer') this.#offers.set(effect.task, effect);
  }
}

function whole(payload: Payload): Json {
  if ('value' in payload) return payload.value;
  if ('list' in payload) return payload.list.map(whole);
  if ('blob' in payload) throw new Error('Nothing is kept elsewhere here.');
  return Object.fromEntries(Object.entries(payload.record).map(([name, part]) => [name, whole(part)]));
}

const step = (id: string, more: object = {}) => ({ id, title: `The ${id}`, prompt: `Do ${id}.`, ...more });

const loop = (id: string, rule: object, body: readonly object[], more: object = {}) => ({
  id,
  type: 'loop',
  title: `The ${id}`,
  loop: { maxIterations: 10, ...rule },
  body,
  ...more,
});

test('[U8.1] variables that a step sets in the context are visible to all later steps and in the output of the run', () => {
  const large = { var: 'size', equals: 'large' };
  const play = new GuidePlayer([step('one'), step('two', { runCondition: large }), step('three')], {
    size: 'small',
  });
  expect(play.open).toEqual(['one']);
  play.complete('one', { output: 'done', context: { size: 'large' } });
  expect(play.open).toEqual(['two']);
  play.complete('two', { output: { a: 1 } }).complete('three');
  expect(play.status).toBe('completed');
  expect(play.output).toEqual({
    context: { size: 'large' },
    outputs: { one: 'done', two: { a: 1 }, three: null },
  });
});

test('[U8.1] a loop iterates over the list as it was when the loop was entered', () => {
  const play = new GuidePlayer([
    step('list'),
    loop('each', { type: 'forEach', items: 'files' }, [step('look')]),
  ]);
  play.complete('list', { context: { files: ['a', 'b'] } });
  expect(play.input('look')).toMatchObject({ loops: [{ iteration: 1, item: 'a', total: 2 }] });
  play.complete('look', { context: { files: ['z'] } });
  expect(play.input('look')).toMatchObject({ loops: [{ iteration: 2, item: 'b', total: 2 }] });
  play.complete('look');
  expect(play.status).toBe('completed');
});

test('[U8.1][U4.5] a step that leads to a loop without its list is refused, and the error names the variable to set', () => {
  const play = new GuidePlayer([
    step('list'),
    loop('each', { type: 'forEach', items: 'files' }, [step('look')]),
  ]);
  play.complete('list', { output: 'none' });
  expect(play.refusal).toContain('“files” of the context, which must be a list, but is not set');
  expect(play.open).toEqual(['list']);
  play.complete('list', { context: { files: ['a'] } });
  expect(play.open).toEqual(['look']);
});

test('[U8.1] a while loop evaluates its condition before each pass', () => {
  const condition = { var: 'open', gt: 0 };
  const play = new GuidePlayer([loop('again', { type: 'while', condition }, [step('mend')]), step('end')], {
    open: 2,
  });
  play.complete('mend', { context: { open: 1 } });
  expect(play.open).toEqual(['mend']);
  play.complete('mend', { context: { open: 0 } });
  expect(play.open).toEqual(['end']);
});

test('[U8.1] a loop that its steps control continues until they decide “stop”', () => {
  const outputContract = { contractRef: 'wr.contracts.loop_control' };
  const rule = {
    type: 'while',
    conditionSource: { kind: 'artifact_contract', contractRef: 'wr.contracts.loop_control', loopId: 'again' },
  };
  const play = new GuidePlayer([loop('again', rule, [step('mend', { outputContract })]), step('end')]);
  play.complete('mend', { output: { decision: 'continue' } });
  expect(play.open).toEqual(['mend']);
  play.complete('mend', { output: { decision: 'stop' } });
  expect(play.open).toEqual(['end']);
});

test('[U8.3] a confirmation continues with a yes, and returns with a no and its remark', () => {
  const play = new GuidePlayer([step('write', { requireConfirmation: true }), step('end')]);
  play.complete('write', { output: 'draft' });
  expect(play.open).toEqual(['write/confirm']);
  expect(play.input('write/confirm')).toMatchObject({ output: 'draft', step: { id: 'write' } });
  play.complete('write/confirm', { confirmed: false, remark: 'Too short.' });
  expect(play.open).toEqual(['write']);
  expect(play.input('write')['message']).toContain('Too short.');
  expect(play.input('write')['remark']).toBe('Too short.');
  play.complete('write', { output: 'more' }).skip('write/confirm');
  expect(play.open).toEqual(['write']);
  expect(play.input('write')['remark']).toBe('No reason was given.');
  play.complete('write', { output: 'more' }).complete('write/confirm', { confirmed: true });
  expect(play.open).toEqual(['end']);
});

test('[U8.3] a confirmation may depend on variables that the step sets; loops can need confirmation as a whole', () => {
  const risky = { var: 'risk', equals: 'high' };
  const calm = new GuidePlayer([step('write', { requireConfirmation: risky }), step('end')]);
  expect(calm.complete('write').open).toEqual(['end']);
  const risk = new GuidePlayer([step('write', { requireConfirmation: risky }), step('end')]);
  expect(risk.complete('write', { context: { risk: 'high' } }).open).toEqual(['write/confirm']);
  const whole = new GuidePlayer([
    loop('twice', { type: 'for', count: 2 }, [step('body')], { requireConfirmation: true }),
    step('end'),
  ]);
  expect(whole.complete('body').complete('body').open).toEqual(['twice/confirm']);
  expect(whole.complete('twice/confirm', { confirmed: false }).open).toEqual(['body']);
  whole.complete('body').complete('body').complete('twice/confirm', { confirmed: true });
  expect(whole.open).toEqual(['end']);
});

test('[U8.3][U1.2] audit and verification run before the confirmation, and again after a no', () => {
  const checks = { audit: { prompt: 'Look.' }, verification: { command: 'npm test' } };
  const write = step('write', { ...checks, requireConfirmation: true, runCondition: { var: 'isNeeded' } });
  const play = new GuidePlayer([write, step('end')], { isNeeded: true });
  expect(play.input('write')).toMatchObject({ guidance: { requiresConfirmation: false } });
  // The answer of the step does not skip its checks or the confirmation after them.
  play.complete('write', { output: 'draft', context: { isNeeded: false } });
  expect(play.open).toEqual(['write.audit']);
  expect(play.complete('write.audit', { output: 'It is vague.' }).open).toEqual(['write.verification']);
  expect(play.input('write.verification')).toMatchObject({ guidance: { requiresConfirmation: true } });
  expect(play.complete('write.verification').open).toEqual(['write/confirm']);
  expect(play.input('write/confirm')).toMatchObject({
    output: 'draft',
    step: { id: 'write' },
    checks: [
      { title: 'Audit: The write', output: 'It is vague.' },
      { title: 'Verification: The write', output: null },
    ],
  });
  expect(play.complete('write/confirm', { confirmed: false }).open).toEqual(['write']);
  play.complete('write').complete('write.audit').complete('write.verification');
  expect(play.complete('write/confirm', { confirmed: true }).open).toEqual(['end']);
});

test('[U8.3] an answer before the audit does not skip the confirmation after it', () => {
  const requireConfirmation = { var: 'env', equals: 'production' };
  const deploy = step('deploy', { requireConfirmation, audit: { prompt: 'Look.' } });
  const play = new GuidePlayer([deploy, step('end')], { env: 'production' });
  play.complete('deploy', { context: { env: 'staging' } }).complete('deploy.audit');
  expect(play.open).toEqual(['deploy/confirm']);
});

test('[U1.2] a skipped step is not audited', () => {
  const write = step('write', { audit: { prompt: 'Look.' }, runCondition: { var: 'isNeeded' } });
  expect(new GuidePlayer([write, step('end')]).open).toEqual(['end']);
});

test('[U8.3] a step that announced a confirmation cannot avoid it by its own answer', () => {
  const requireConfirmation = { var: 'env', equals: 'production' };
  const steps = [step('deploy', { requireConfirmation }), step('end')];
  const play = new GuidePlayer(steps, { env: 'production' });
  expect(play.complete('deploy', { context: { env: 'staging' } }).open).toEqual(['deploy/confirm']);
  const later = new GuidePlayer(steps, { env: 'staging' });
  expect(later.complete('deploy', { context: { env: 'production' } }).open).toEqual(['deploy/confirm']);
  const never = new GuidePlayer(steps, { env: 'staging' });
  expect(never.complete('deploy').open).toEqual(['end']);
});

test('[U8.3] a condition that cannot be evaluated does not skip a confirmation', () => {
  const requireConfirmation = { var: 'env', matches: '(production|[a-z]{0,900}prod)' };
  const play = new GuidePlayer([step('deploy', { requireConfirmation }), step('end')], { env: 'staging' });
  play.complete('deploy', { context: { env: `production${' '.repeat(200_000)}` } });
  expect(play.open).toEqual(['deploy/confirm']);
});

test('[U8.3] the remark on a rejected loop or parallel step is shown when it is repeated', () => {
  const body = [step('body')];
  const whole = new GuidePlayer([
    loop('twice', { type: 'for', count: 1 }, body, { requireConfirmation: true }),
  ]);
  whole.complete('body').complete('twice/confirm', { confirmed: false, remark: 'Not so fast.' });
  expect(whole.input('body')['remark']).toBe('Not so fast.');
  const parallel = {
    ...{ id: 'split', type: 'parallel', title: 'Split', requireConfirmation: true },
    parallelDelegations: [{ workflowId: 'wr.one', goal: 'Find one' }],
  };
  const split = new GuidePlayer([parallel]);
  split.complete('split.1').complete('split/confirm', { confirmed: false, remark: 'Look again.' });
  expect(split.input('split.1')['remark']).toBe('Look again.');
});

test('[U8.3][U4.4] a confirmation shows its pass and its output', () => {
  const body = [step('look', { title: 'Look at {{item}}', requireConfirmation: true })];
  const play = new GuidePlayer([loop('each', { type: 'forEach', items: 'files' }, body)], {
    files: ['a', 'b'],
  });
  play.complete('look', { output: 'seen a' }).complete('look/confirm', { confirmed: true });
  play.complete('look', { output: 'seen b' });
  expect(play.input('look/confirm')).toMatchObject({
    message: expect.stringContaining('“Look at b”'),
    output: 'seen b',
    loops: [{ iteration: 2, item: 'b' }],
  });
});

test('[U8.1] steps in loops and nested loops collect the outputs of every pass', () => {
  const inner = loop('inner', { type: 'for', count: 2 }, [step('leaf')]);
  const play = new GuidePlayer([loop('outer', { type: 'for', count: 2 }, [step('body'), inner])]);
  for (const pass of ['1', '2']) {
    play.complete('body', { output: pass });
    play.complete('leaf', { output: `${pass}.1` }).complete('leaf', { output: `${pass}.2` });
  }
  expect(play.output).toMatchObject({
    outputs: {
      body: { 1: '1', 2: '2' },
      leaf: { '1.1': '1.1', '1.2': '1.2', '2.1': '2.1', '2.2': '2.2' },
    },
  });
});

test('[U8.1] a loop with more output than the limit continues, and keeps the latest outputs', () => {
  const play = new GuidePlayer([loop('each', { type: 'for', count: 4 }, [step('body')])]);
  for (const letter of ['a', 'b', 'c', 'd']) play.complete('body', { output: letter.repeat(100_000) });
  expect(play.status).toBe('completed');
  const { outputs } = play.output as {
    readonly outputs: { readonly body: { readonly [pass: string]: Json } };
  };
  expect(Object.values(outputs.body).map((output) => String(output)[0])).toEqual(['n', 'n', 'c', 'd']);
});
