import { expect, test } from 'vitest';
import { type SimulateInput, simulateWorkflow } from './simulate-workflow.ts';

const text = `workflows:
  trip:
    description: Books two things, pays, and takes back what it can
    graph:
      both:
        type: parallel
        branches:
          flight: { call: book_flight, undo: { call: drop_flight } }
          hotel: { workflow: hotel }
        on_partial_failure: abort
      ask: { type: yield, depends_on: [both], message: Pay?, expects: { yes: bool } }
      pay: { call: pay, depends_on: [ask], if: $ask.yes }
      never: { type: error, message: no }
      gate:
        type: branch
        depends_on: [pay]
        on:
          - { when: $ask.yes, goto: done }
          - { default: never }
      done: { call: tell }
  hotel:
    description: A room
    graph:
      search: { call: search_rooms, output: rooms }
      take: { call: take_room, depends_on: [search], args: { id: $rooms.0.id } }
`;

const input: SimulateInput = {
  file: { path: 'w.yaml', text },
  api: null,
  workflow: 'trip',
  params: { values: {}, texts: {} },
  script: null,
  case: null,
  seed: null,
};

function play(script: string) {
  const result = simulateWorkflow({ ...input, script: { path: 's.yaml', text: script } });
  if (result.kind !== 'simulated') throw new Error(JSON.stringify(result));
  return result;
}

test('[T5][M1] called workflows have their own examples, and generated values are reported', () => {
  const { simulation, standIns } = play('calls: { pay: { returns: 1 } }');
  expect(simulation.status).toBe('completed');
  const calls = simulation.calls.map(({ operation, input: given }) => [operation, given]);
  expect(calls).toContainEqual(['take_room', { id: 'id-1' }]);
  expect(standIns).toEqual({ calls: ['search'], empty: ['flight', 'take', 'done'], questions: ['ask'] });
});

test('[T5] a drawing shows how far each node got: done, undone, failed, not reached', () => {
  const { simulation, states, untaken } = play('calls: { take_room: { fails: full, after: 1 second } }');
  expect(simulation.status).toBe('failed');
  expect(Object.fromEntries(states)).toEqual({
    flight: 'undone',
    hotel: 'failed',
    ask: 'skipped',
    pay: 'skipped',
    never: 'skipped',
    gate: 'skipped',
    done: 'skipped',
  });
  expect(untaken).toContain('ask never ran');
});

test('[T5] a waiting run shows what is active and what is still to come', () => {
  const { simulation, states, standIns } = play('answers: { ask: { never: true } }');
  expect(simulation).toMatchObject({ status: 'waiting', waitingFor: [{ kind: 'answer', task: 'ask' }] });
  expect([states.get('ask'), states.get('pay'), states.get('flight')]).toEqual([
    'under way',
    undefined,
    'done',
  ]);
  expect(standIns.questions).toEqual([]);
});

test('[T5] the given seed takes precedence over that of the script', () => {
  const script = { path: 's.yaml', text: 'seed: 3' };
  const seedOf = (seed: number | null) => {
    const result = simulateWorkflow({ ...input, script, seed });
    return result.kind === 'simulated' ? result.simulation.events[0] : undefined;
  };
  expect(seedOf(null)).toMatchObject({ kind: 'started', seed: 3 });
  expect(seedOf(9)).toMatchObject({ kind: 'started', seed: 9 });
});

const costly = (nodes: number, chained: boolean): string => {
  const tests = Array.from({ length: 20 }, (_, at) => `matches($t, "([ab]?){${200 + at}}[0-9]")`).join(', ');
  const lines = Array.from({ length: nodes }, (_, at) => {
    const after = chained && at > 0 ? `, depends_on: [n${at - 1}]` : '';
    return `      n${at}: { call: c, args: { v: '\${[${tests}]}' }${after} }`;
  });
  return [
    'workflows:',
    '  w:',
    '    description: Costly',
    '    params: { t: { type: str, required: true } }',
    '    graph:',
    ...lines,
  ].join('\n');
};
const playCostly = (nodes: number, chained: boolean, length: number) =>
  simulateWorkflow({
    ...input,
    file: { path: 'w.yaml', text: costly(nodes, chained) },
    workflow: 'w',
    params: { values: { t: 'ab'.repeat(length / 2) }, texts: {} },
  });

test('[K12.5] many patterns in the nodes of one event share its allowance', () => {
  const result = playCostly(6, false, 400);
  expect(result.kind === 'simulated' && result.simulation.failure?.message).toContain(
    'The expressions of this event take too many steps together.',
  );
});

test('[K12.5][M2] all events of a simulation share the allowance of ten events', () => {
  expect(playCostly(1, true, 60)).toMatchObject({ kind: 'simulated', simulation: { status: 'completed' } });
  const { kind, ...result } = playCostly(40, true, 60);
  expect(kind).toBe('refused');
  expect(result).toMatchObject({
    problems: [expect.stringContaining('more than 40000000 steps, which is the limit of one request')],
  });
});
