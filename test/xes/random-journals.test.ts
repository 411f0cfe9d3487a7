/**
 * The log of random nets, which use every rule of the kernel, compared with the standard lifecycle and with the
 * kernel.
 */
import { expect, test } from 'vitest';
import { type ActivityState, standardLifecycle } from '../../src/operations/events/xes/lifecycle.ts';
import { type LoggedEntry, logRandomCase } from './random-cases.ts';

const seed = 20_261_115;
const count = 250;
const cases = Array.from({ length: count }, (_, at) => logRandomCase(seed + at));

test(`[F5.2] every activity of a random case follows the standard lifecycle, seed ${seed}`, () => {
  let steps = 0;
  for (const [number, entries] of cases.entries()) {
    const states = new Map<string, ActivityState>();
    let last = 0;
    for (const { entry, activities, state } of entries) {
      for (const { label, transition, event } of activities) {
        const move: { from: readonly ActivityState[]; to: ActivityState } = standardLifecycle[transition];
        const where = `case ${number}, entry ${entry.seq}, ${label} ${transition}`;
        expect(move.from, where).toContain(states.get(label) ?? 'start');
        expect(event.at, where).toBeGreaterThanOrEqual(last);
        last = event.at;
        states.set(label, move.to);
        steps += 1;
      }
      if (state.status === 'running') continue;
      const open = [...states].filter(([, each]) => each !== 'closed');
      expect([number, entry.seq, open]).toEqual([number, entry.seq, []]);
    }
  }
  expect(steps).toBeGreaterThan(20_000);
});

test(`[F5.1] [F5.2] a random case begins and ends in the log when it does, and at no other time, seed ${seed}`, () => {
  let ends = 0;
  for (const [number, entries] of cases.entries()) {
    for (const { entry, effects, told: events } of entries) {
      const finished = effects.flatMap((effect) =>
        effect.kind === 'finish' ? [`case_${effect.status}`] : [],
      );
      const ended = events.filter(({ kind }) => /^case_(?:completed|failed|cancelled)$/.test(kind));
      expect([number, entry.seq, ended.map(({ kind }) => kind)]).toEqual([number, entry.seq, finished]);
      ends += finished.length;
    }
  }
  expect(ends).toBeGreaterThan(count);
});

test(`[F5.2] the log knows of nearly every call what the kernel knows: net, task, connector, and whether it undoes, seed ${seed}`, () => {
  const made = cases.flatMap((entries) => entries.flatMap(callsOf));
  const wrong = made.filter(({ log, kernel }) => log !== kernel);
  expect(made.length).toBeGreaterThan(2_000);
  // Notes are incomplete: a frame without notes at its start may be mistaken for another one that began with it.
  expect(wrong.length).toBeLessThan(made.length / 500);
});

/** The calls that an entry has begun, according to the log and to the kernel. */
function callsOf({
  entry,
  effects,
  told,
}: LoggedEntry): readonly { readonly log: string; readonly kernel: string }[] {
  return effects.flatMap((effect) => {
    if (effect.kind !== 'call') return [];
    const { instance, net, task, connector, undoes } = effect;
    const isBegun = entry.notes.some((note) => note.kind === 'started' && note.instance === instance);
    if (!isBegun) return [];
    const logged = told.find(
      (event) => event.instance === instance && /^(?:call|undo)_started$/.test(event.kind),
    );
    const kind = undoes === 0 ? 'call_started' : 'undo_started';
    return [
      {
        log: [logged?.kind, logged?.net, logged?.task, logged?.connector].join(' '),
        kernel: [kind, net, task, connector].join(' '),
      },
    ];
  });
}
