import { expect, test } from 'vitest';
import { createEventSource } from '../../../test/random-nets/random-events.ts';
import { resolveBlob } from '../../../test/random-nets/random-payload.ts';
import { randomProgram } from '../../../test/random-nets/random-program.ts';
import { type Instance, link, type Program, type RunState } from '../../kernel/index.ts';
import {
  createRandom,
  expr,
  net,
  pass,
  program,
  sampleEvaluator,
  subnet,
  task,
  value,
} from '../../testing/index.ts';
import { createNoteLocator } from './note-location.ts';
import { emptyScript, type Script } from './script.ts';
import { simulate } from './simulate.ts';
import type { Simulation } from './simulation.ts';

const seed = 20_260_816;
const evaluators = { sample: sampleEvaluator };

function play(played: Program, script: Script = emptyScript): Simulation {
  const simulation = simulate({ program: played, evaluators, samples: [] }, { params: {}, script });
  if (simulation.kind === 'problems') throw new Error(JSON.stringify(simulation));
  return simulation;
}

test('[M3] frames that begin and end within one event have their location', () => {
  const inner = net('inner', [task('leaf', 'i', 'o', { work: pass })]);
  const middle = net('middle', [task('nest', 'i', 'o', { work: subnet('inner') })]);
  const each = { items: value(['a', 'b']), create: 'static', failures: 'abort' } as const;
  const outer = net('outer', [task('list', 'i', 'o', { work: subnet('middle'), each })]);
  const played = play(program([outer, middle, inner]));
  expect(played.events).toHaveLength(1);
  const leaves = played.timeline.filter((entry) => entry.task === 'leaf' && entry.kind === 'completed');
  expect(leaves.map(({ net: id, depth, index }) => [id, depth, index])).toEqual([
    ['inner', 3, 0],
    ['inner', 3, 1],
  ]);
});

test('[M3] a net that could not start is not confused with the next one that did', () => {
  const body = net('body', [task('leaf', 'i', 'o', { work: pass })], {
    variables: [{ name: 'x', parameter: 'required' }],
  });
  const each = { items: value([7, 0]), create: 'static', failures: 'continue' } as const;
  const work = subnet('body', 'own', { x: expr(['at', ['lit', ['only']], ['get', '$item']]) });
  const played = play(program([net('main', [task('list', 'i', 'o', { work, each })]), body]));
  const leaf = played.timeline.find((entry) => entry.task === 'leaf');
  expect(leaf).toMatchObject({ depth: 2, index: 1 });
});

test('[M3] a list that was cancelled and starts again is counted again', () => {
  const each = { items: value(['a', 'b']), create: 'static', failures: 'abort' } as const;
  const again = net('main', [
    task('begin', 'i', ['p', 'q'], { work: pass }),
    task('list', 'p', 'o', { each }),
    task('restart', 'q', 'p', { cancels: { places: [], tasks: ['list'] } }),
  ]);
  const slow = { calls: { list: [{ kind: 'returns', value: 1, after: 50 }] }, answers: {} } as const;
  const { timeline } = play(program([again]), slow);
  const called = timeline.filter((entry) => entry.task === 'list' && entry.kind === 'called');
  expect(called.map(({ index }) => index)).toEqual([0, 1, 0, 1]);
});

test(`[M3] depth and position are those of the state, on random programs, seed ${seed}`, () => {
  let compared = 0;
  for (let number = 0; number < 150; number++) {
    const random = createRandom(seed + number);
    const randomly = randomProgram(random.fork());
    const source = createEventSource(randomly, random.fork());
    const linked = link(randomly, { evaluators, resolve: resolveBlob });
    if (linked.kind === 'problems') throw new Error(`net ${number} does not link`);
    const noteLocator = createNoteLocator(randomly);
    let state = linked.machine.initial;
    for (let count = 0; count < 60; count++) {
      const event = source.next(state);
      if (event === null) break;
      const step = linked.machine.advance(state, event);
      if (step.kind === 'rejection') continue;
      state = step.state;
      noteLocator.follow(step);
      for (const instance of state.instances) {
        const where = noteLocator.find(instance.id);
        if (where === undefined || instance.undoes !== null) continue;
        compared += 1;
        const frame = state.frames.find(({ id }) => id === instance.frame);
        expect(where, `net ${number}, event ${count}, instance ${instance.id}`).toEqual({
          net: randomly.nets[frame?.net ?? -1]?.id,
          task: randomly.nets[frame?.net ?? -1]?.tasks[instance.task]?.id,
          depth: frame?.depth,
          index: positionOf(state, instance),
        });
      }
    }
  }
  expect(compared).toBeGreaterThan(1000);
});

/** The position of the instance, or of the nearest enclosing one that has a position. */
function positionOf(state: RunState, { index, frame }: Instance): number {
  if (index >= 0) return index;
  const parent = state.frames.find(({ id }) => id === frame)?.parent ?? 0;
  const around = state.instances.find(({ id }) => id === parent);
  return around === undefined ? -1 : positionOf(state, around);
}
