import { expect, test } from 'vitest';
import { type ErrorDetails, OperationError } from '../operations/index.ts';
import { describeError, httpStatusOf } from './error-codes.ts';

const errorOf = (details: Partial<ErrorDetails>): OperationError =>
  new OperationError({ code: 'invalid_input', category: 'validation', message: 'No.', ...details });

test('[P2.4] one object holds every shape of an error', () => {
  const error = errorOf({
    code: 'answer_refused',
    message: 'The answer does not fit.',
    suggestedAction: 'Correct what is listed.',
    context: { item: 'r.1', run: 'r', task: 'ask', workflow: 'w', retryAfterMs: 5, line: 3, path: 'a.yaml' },
    violations: [
      {
        path: 'output.a',
        rule: 'required',
        message: '“a” is missing.',
        expected: 'a text',
        actual: 'nothing',
      },
    ],
  });
  expect(describeError(error, 'c-1')).toEqual({
    error_code: 'answer_refused',
    category: 'validation',
    message: 'The answer does not fit.',
    context: {
      work_item_id: 'r.1',
      run_id: 'r',
      step_id: 'ask',
      workflow_id: 'w',
      retry_after_ms: 5,
      line: 3,
      path: 'a.yaml',
    },
    retryable: false,
    suggested_action: 'Correct what is listed.',
    correlation_id: 'c-1',
    violations_total: 1,
    violations: [
      {
        path: 'output.a',
        rule: 'required',
        message: '“a” is missing.',
        expected: 'a text',
        actual: 'nothing',
      },
    ],
    error: 'answer_refused',
    http_status: 400,
    code: -32004,
  });
});

test('[P2.4] short names, statuses and numbers are those that the designs promise', () => {
  const rows: readonly [code: string, category: ErrorDetails['category'], ...shown: (string | number)[]][] = [
    ['workflow_not_found', 'not_found', 'workflow_not_found', 'invalid_specification', 400, -32001],
    ['invalid_definition', 'validation', 'WORKFLOW_VALIDATION_FAILED', 'invalid_specification', 400, -32002],
    ['run_not_found', 'not_found', 'run_not_found', 'case_not_found', 404, -32005],
    ['work_item_not_found', 'not_found', 'work_item_not_found', 'work_item_not_found', 404, -32003],
    ['invalid_input', 'validation', 'invalid_input', 'invalid_input', 400, -32602],
    ['missing_scope', 'permission', 'missing_scope', 'unauthorized', 403, -32007],
    ['unauthenticated', 'permission', 'unauthenticated', 'unauthenticated', 401, -32007],
    ['idempotency_conflict', 'conflict', 'idempotency_conflict', 'idempotency_conflict', 409, -32005],
    ['work_item_held', 'conflict', 'work_item_held', 'work_item_held', 409, -32005],
    ['store_unavailable', 'unavailable', 'store_unavailable', 'engine_unavailable', 503, -32006],
    ['engine_timeout', 'unavailable', 'engine_timeout', 'engine_timeout', 503, -32006],
    ['payload_too_large', 'validation', 'payload_too_large', 'payload_too_large', 413, -32004],
    ['run_failed', 'execution', 'run_failed', 'run_failed', 422, -32005],
    ['internal_error', 'internal', 'internal_error', 'internal_error', 500, -32603],
  ];
  for (const [code, category, ...shown] of rows) {
    const error = errorOf({ code, category });
    const { error_code, error: short, http_status, code: number } = describeError(error, '');
    expect([error_code, short, http_status, number]).toEqual(shown);
    expect(httpStatusOf(error)).toBe(http_status);
  }
});

test('[P2.4] it names tools, not operations, wherever it names one', () => {
  const error = errorOf({
    message: '“runs.start” needs the scope “workflows:launch”.',
    suggestedAction: 'List them with “items.list”; send the “nextCursor”; not items.list, nor “a.b”.',
    context: { operation: 'runs.start', scope: 'workflows:launch' },
    violations: [{ path: '', rule: 'r', message: 'See “items.get”.', expected: '', actual: '' }],
  });
  expect(describeError(error, '')).toMatchObject({
    message: '“workflow_run” needs the scope “workflows:launch”.',
    suggested_action: 'List them with “workitems_list”; send the “next_cursor”; not items.list, nor “a.b”.',
    context: { tool: 'workflow_run', scope: 'workflows:launch' },
    violations: [{ message: 'See “workitems_list”.' }],
  });
});

test('[P2.4] an error always says what to do next, of whatever kind it is', () => {
  const categories: readonly ErrorDetails['category'][] = [
    ...(['validation', 'not_found', 'conflict', 'permission'] as const),
    ...(['execution', 'unavailable', 'internal'] as const),
  ];
  for (const category of categories) {
    const { suggested_action: action } = describeError(errorOf({ category }), '');
    expect([category, action]).toEqual([category, expect.stringMatching(/^[A-Z].{10,}\.$/)]);
    expect([category, action]).not.toEqual([category, expect.stringMatching(/“(runs|items|definitions)\./)]);
  }
});

test('[P2.4] what is no operational failure tells nothing of itself', () => {
  for (const thrown of [new Error('password=1'), 'password=1', { password: 1 }, undefined, null]) {
    const told = describeError(thrown, 'c-2');
    expect(told).toMatchObject({ error_code: 'internal_error', correlation_id: 'c-2', http_status: 500 });
    expect(JSON.stringify(told)).not.toContain('password');
    expect(httpStatusOf(thrown)).toBe(500);
  }
});
