/** Tests the interpreter with small documents whose results are computed by hand. */
import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import type { NodeData } from './document-data.ts';
import { interpretDocument, type Prediction } from './interpreter.ts';
import type { OutcomeScript, ScriptedCallOutcome } from './outcome-script.ts';

const gives = (value: Json, after = 10): ScriptedCallOutcome => ({ kind: 'returns', value, after });
const fails = (after = 10): ScriptedCallOutcome => ({
  kind: 'fails',
  failure: { code: 'refused', message: 'no' },
  after,
});

function interpret(graph: Readonly<Record<string, NodeData>>, calls: OutcomeScript['calls']): Prediction {
  const document = { domain: 'd', version: '1', workflows: { main: { graph } } };
  return interpretDocument(document, 'main', {}, { calls, answers: {} });
}

const sightingsOf = ({ seen }: Prediction, wanted: string): string[] =>
  seen.filter(({ kind }) => kind === wanted).map(({ name, at }) => `${name} ${at}`);

test('[G1] a node waits until its dependencies have settled, and is skipped if none of them completed', () => {
  const prediction = interpret(
    {
      a: { call: 'a' },
      b: { call: 'b', depends_on: 'a', if: '$a.id > 5' },
      c: { call: 'c', depends_on: ['a', 'b'] },
      d: { call: 'd', depends_on: ['b'] },
      e: { call: 'e', depends_on: ['a', 'b'], join: 'all' },
    },
    { a: [gives({ id: 3 })], b: [gives(1)], c: [gives(2)], d: [gives(3)], e: [gives(4)] },
  );
  expect(sightingsOf(prediction, 'called')).toEqual(['a 0', 'c 10']);
  expect(prediction).toMatchObject({ status: 'completed', result: 2, spent: 20 });
});

test('[G1] join: any starts with the first and runs once', () => {
  const prediction = interpret(
    { a: { call: 'a' }, b: { call: 'b' }, c: { call: 'c', depends_on: ['a', 'b'], join: 'any' } },
    { a: [gives(1, 50)], b: [gives(2, 20)], c: [gives(3, 5)] },
  );
  expect(sightingsOf(prediction, 'called')).toEqual(['a 0', 'b 0', 'c 20']);
  expect(prediction.spent).toBe(50);
});

test('[G2] a route back restarts all nodes between; the default may be at any position', () => {
  const prediction = interpret(
    {
      head: { call: 'head' },
      work: { call: 'work', depends_on: 'head', args: { n: '$head.n' } },
      back: {
        type: 'branch',
        depends_on: 'work',
        on: [{ default: { goto: 'end' } }, { when: '$head.more', goto: 'head' }],
      },
    },
    { head: [gives({ n: 1, more: true }), gives({ n: 2, more: false })], work: [gives(null)] },
  );
  expect(sightingsOf(prediction, 'called')).toEqual(['head 0', 'work 10', 'head 20', 'work 30']);
});

test('[G3][G7] a failed branch cancels its parallel, completed work is undone, and the fallback continues', () => {
  const prediction = interpret(
    {
      p: {
        type: 'parallel',
        branches: {
          x: { call: 'x', undo: { call: 'back', args: { id: '$output' } } },
          y: { call: 'y' },
          z: { call: 'z' },
        },
        on_error: { fallback: 'f' },
      },
      f: { call: 'f' },
    },
    { x: [gives(7, 10)], y: [fails(20)], z: [gives(1, 30)], back: [gives(null, 0)], f: [gives('saved', 5)] },
  );
  expect(sightingsOf(prediction, 'undid')).toEqual(['back 20']);
  expect(prediction).toMatchObject({ status: 'completed', result: 'saved', spent: 25 });
});

test('[G3] a compensation runs after all branches have ended, skips actions that never happened, and fails the run', () => {
  const prediction = interpret(
    {
      p: { type: 'parallel', branches: { x: { call: 'x' }, y: { call: 'y' } }, on_partial_failure: 'c' },
      c: {
        type: 'compensate',
        steps: [
          { call: 'undo_y', args: { id: '$y' } },
          { call: 'undo_x', args: { id: '$x' } },
        ],
      },
    },
    { x: [gives(7, 30)], y: [fails(20)], undo_x: [gives(null, 5)], undo_y: [gives(null, 5)] },
  );
  expect(sightingsOf(prediction, 'called')).toEqual(['x 0', 'y 0', 'undo_x 30']);
  expect(prediction).toMatchObject({ status: 'failed', failures: [{ code: 'refused' }], spent: 35 });
});

test('[G4] items run with limited concurrency, results are in their order', () => {
  const prediction = interpret(
    {
      f: {
        type: 'foreach',
        items: [1, 2, 3],
        as: 'i',
        step: { call: 's', args: { i: '$i' } },
        concurrency: 2,
      },
    },
    { s: [gives('slow', 30), gives('quick', 10), gives('last', 10)] },
  );
  expect(sightingsOf(prediction, 'called')).toEqual(['s 0', 's 0', 's 10']);
  expect(prediction.result).toEqual(['slow', 'quick', 'last']);
});
