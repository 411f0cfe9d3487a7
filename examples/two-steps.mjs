import { link } from 'signalbox/kernel';

const program = {
  semantics: 1,
  root: 'order',
  nets: [
    {
      id: 'order',
      input: 'in',
      output: 'out',
      places: [{ id: 'in' }, { id: 'paid' }, { id: 'out' }],
      variables: [{ name: 'receipt' }],
      onFailure: 'abort',
      result: { kind: 'read', name: 'receipt' },
      tasks: [
        {
          id: 'charge',
          from: ['in'],
          join: 'and',
          split: 'and',
          flows: [{ to: 'paid' }],
          work: { kind: 'call', connector: 'bank', operation: 'charge', onUncertain: 'ask' },
          outputs: [{ to: 'receipt', value: { kind: 'read', name: '$output' } }],
          retry: { limit: 2, delay: 1000, backoff: 'exponential' },
          undo: { connector: 'bank', operation: 'refund', input: { kind: 'read', name: '$output' } },
        },
        {
          id: 'approve',
          from: ['paid'],
          join: 'and',
          split: 'and',
          flows: [{ to: 'out' }],
          work: { kind: 'offer', item: { title: 'May this be shipped?' } },
        },
      ],
    },
  ],
};

const linked = link(program);
if (linked.kind === 'problems') throw new Error(JSON.stringify(linked.problems));
const { machine } = linked;

// The events contain the time, the seed and the answers; there is no other input.
const journal = [
  { kind: 'started', at: 0, seed: 1 },
  { kind: 'callFailed', at: 5, instance: 2, attempt: 1, failure: { code: 'busy', message: 'Try later' } },
  { kind: 'timerFired', at: 1005, instance: 2, timer: 'retry' },
  { kind: 'callSucceeded', at: 1010, instance: 2, attempt: 2, output: { value: 'R-17' } },
  { kind: 'itemCompleted', at: 9000, instance: 3, by: 'ann', output: { value: 'yes' } },
];

let state = machine.initial;
for (const event of journal) {
  const step = machine.advance(state, event);
  if (step.kind === 'rejection') throw new Error(step.message);
  state = step.state;
  console.log(event.kind, '→', step.effects.map((effect) => effect.kind).join(', ') || 'nothing to do');
}
console.log(state.status, JSON.stringify(state.output));
