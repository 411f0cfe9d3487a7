/** Builds hand-written runs and nets for the reference: independent of those of the kernel tests. */
import type { Effect } from '../../src/kernel/model/effect.ts';
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Note } from '../../src/kernel/model/note.ts';
import type { Expression, Flow, Net, Program, Task, Work } from '../../src/kernel/model/program.ts';
import { sampleEvaluator } from '../../src/testing/stand-ins/sample-evaluator.ts';
import { createReference } from './reference.ts';
import type { World } from './world.ts';

const pass: Work = { kind: 'pass' };
export const constant = (value: string | number | boolean | number[]): Expression => ({
  kind: 'value',
  value,
});
export const read = (name: string): Expression => ({ kind: 'read', name });
export const call = (operation: string): Work => ({
  kind: 'call',
  connector: 'c',
  operation,
  onUncertain: 'ask',
});
export const offer = (item: string): Work => ({ kind: 'offer', item });
export const to = (...places: (string | null)[]): Flow[] => places.map((place) => ({ to: place }));

export function task(id: string, from: string[], flows: Flow[], more: Partial<Task> = {}): Task {
  return { id, from, join: 'and', split: 'and', flows, work: pass, ...more };
}

/** A net whose places are those that its tasks name. */
export function net(id: string, tasks: Task[], more: Partial<Net> = {}): Net {
  const named = tasks.flatMap(({ from, flows, catch: caught }) => [
    ...from,
    ...[...flows.map((flow) => flow.to), caught?.to ?? null].filter((place) => place !== null),
  ]);
  const places = [...new Set(['in', ...named, 'out'])].map((place) => ({ id: place }));
  return { id, input: 'in', output: 'out', places, tasks, variables: [], onFailure: 'abort', ...more };
}

export function play(nets: Net[], limits: Program['limits'] = {}) {
  const program: Program = { semantics: 1, root: nets[0]?.id ?? '', nets, limits };
  const reference = createReference(program, { sample: sampleEvaluator }, () => null);
  let world: World = reference.initial;
  let effects: Effect[] = [];
  let notes: Note[] = [];
  const send = (event: RunEvent): string => {
    const answer = reference.advance(world, event);
    if (answer.kind === 'rejection') return answer.code;
    ({ world, effects, notes } = answer);
    return 'ok';
  };
  return {
    send,
    start: () => send({ kind: 'started', at: 0, seed: 7 }),
    succeed: (instance: number, value: string | number | null = null, attempt = 1) =>
      send({ kind: 'callSucceeded', at: world.at, instance, attempt, output: { value } }),
    fail: (instance: number, attempt = 1) =>
      send({ kind: 'callFailed', at: world.at, instance, attempt, failure: { code: 'broken', message: '' } }),
    complete: (instance: number, value: string | number | null = null) =>
      send({ kind: 'itemCompleted', at: world.at, instance, output: { value } }),
    seen: () => reference.observe(world),
    effects: () => effects,
    calls: () => effects.filter((effect) => effect.kind === 'call'),
    done: () =>
      effects.map((effect) => ('instance' in effect ? `${effect.kind} ${effect.instance}` : effect.kind)),
    notes: (kind: Note['kind']) => notes.filter((note) => note.kind === kind),
  };
}
