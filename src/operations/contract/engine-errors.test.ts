import { expect, test } from 'vitest';
import { plainName } from '../../languages/index.ts';
import type { EngineAnswer } from '../../runtime/index.ts';
import { requireDone } from './engine-errors.ts';
import { OperationError } from './operation-error.ts';
import { type RenderedError, renderError } from './render-error.ts';

const item = {
  tenant: 't',
  id: 'run_1.2',
  run: 'run_1',
  workflow: 'w',
  instance: 2,
  net: 'w',
  task: 'ask',
  reason: 'work',
  item: null,
  input: { value: null },
  index: -1,
  whom: { value: null },
  ordinal: 1,
  lineage: [],
  group: 0,
  ending: '',
  state: 'held',
  paused: false,
  holder: 'bob',
  lease: null,
  token: '',
  declinedBy: [],
  createdAt: 0,
  updatedAt: 0,
} as const;

const problems = [
  { operation: 'chek', offeredBy: [], nearest: 'check', silent: [] },
  { operation: 'send', offeredBy: ['post', 'mail'], nearest: undefined, silent: [] },
];

const rejection = { kind: 'rejection', code: 'undo-begun', message: 'It has begun to undo.' } as const;

test.each<[EngineAnswer, Partial<RenderedError>]>([
  [{ kind: 'key-conflict' }, { code: 'idempotency_conflict', category: 'conflict' }],
  [{ kind: 'id-taken' }, { code: 'id_taken', category: 'conflict' }],
  [{ kind: 'not-found' }, { code: 'work_item_not_found', category: 'not_found' }],
  [
    { kind: 'not-held', item },
    { code: 'work_item_held', category: 'conflict' },
  ],
  [{ kind: 'not-held', item: { ...item, state: 'offered', holder: '' } }, { code: 'work_item_not_held' }],
  [{ kind: 'not-held', item: { ...item, state: 'withdrawn' } }, { code: 'work_item_ended' }],
  [
    { kind: 'approvals-missing', missing: 2 },
    { code: 'approvals_missing', category: 'conflict' },
  ],
  [
    { kind: 'rejected', rejection },
    { code: 'undo_begun', category: 'conflict', message: 'It has begun to undo.' },
  ],
  [
    { kind: 'overloaded', retryAfter: 1_500 },
    { code: 'overloaded', retryable: true },
  ],
  [{ kind: 'unavailable', message: 'Shutting down.', retryable: true }, { code: 'engine_unavailable' }],
  [
    { kind: 'unbound', problems },
    { code: 'unknown_operation', category: 'validation' },
  ],
])(
  '[O2.1] a refusal of the engine (%j) is an error with a code and a suggested action',
  (answer, expected) => {
    const details = detailsOf(answer);
    expect(details).toMatchObject(expected);
    expect(details.message).not.toBe('');
    expect(details.suggestedAction).toMatch(/\.$/);
  },
);

test('[R4.2] a refusal because of load says when to try again', () => {
  expect(detailsOf({ kind: 'overloaded', retryAfter: 1_500 })).toMatchObject({
    suggestedAction: 'Try again in 2 seconds.',
    context: { retryAfterMs: 1_500 },
  });
});

test('[O2.1] every unknown call is reported with the most similar operation, or with the connectors that offer it', () => {
  expect(detailsOf({ kind: 'unbound', problems }).violations).toMatchObject([
    { path: 'chek', rule: 'unknown-operation', expected: 'check' },
    { path: 'send', rule: 'ambiguous-operation', message: expect.stringContaining('post and mail') },
  ]);
});

function detailsOf(answer: EngineAnswer): RenderedError {
  try {
    requireDone(answer, { item: item.id });
  } catch (error) {
    if (error instanceof OperationError) return renderError(error.details, plainName);
  }
  throw new Error('It was not refused.');
}
