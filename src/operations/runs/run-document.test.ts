import { expect, test } from 'vitest';
import { createEventSource } from '../../../test/random-nets/random-events.ts';
import { randomProgram } from '../../../test/random-nets/random-program.ts';
import { link } from '../../kernel/index.ts';
import { createRandom, sampleEvaluator } from '../../testing/index.ts';
import { programSchema } from './program-schema.ts';
import { eventSchema } from './read-model/event-schema.ts';

const seed = 20_260_801;

test(`[R7.2] every program and every event is accepted unchanged, seed ${seed}`, () => {
  const kinds = new Set<string>();
  const works = new Set<string>();
  for (let number = 0; number < 90; number++) {
    const random = createRandom(seed + number);
    const program = randomProgram(random.fork());
    expect(programSchema.parse(program)).toEqual(program);
    for (const { tasks } of program.nets) for (const { work } of tasks) works.add(work.kind);
    const linked = link(program, { evaluators: { sample: sampleEvaluator }, resolve: () => 1 });
    if (linked.kind === 'problems') throw new Error(`program ${number} does not link`);
    const source = createEventSource(program, random.fork());
    let state = linked.machine.initial;
    for (let count = 0; count < 60; count++) {
      const event = source.next(state);
      if (event === null) break;
      const step = linked.machine.advance(state, event);
      if (step.kind === 'rejection') continue;
      state = step.state;
      kinds.add(event.kind);
      expect(eventSchema.parse(event)).toEqual(event);
    }
  }
  expect(works.size).toBe(6);
  expect(kinds.size).toBe(22);
});
