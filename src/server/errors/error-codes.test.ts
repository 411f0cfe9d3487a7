import { expect, test } from 'vitest';
import {
  type ErrorCode,
  type ErrorReport,
  errorCodes,
  errorTable,
  OperationError,
  phrase,
  registry,
} from '../../operations/index.ts';
import { describeError, httpStatusOf, problemOf, retryAfterOf, rpcNumberOf, titleOf } from './error-codes.ts';

const errorOf = (report: Partial<ErrorReport>): OperationError =>
  new OperationError({ code: 'invalid_input', message: 'No.', ...report });

const violation = {
  path: 'output.a',
  rule: 'required',
  message: phrase`${{ field: 'a' }} is missing; see ${{ operation: 'items.get' }}.`,
  expected: 'a text',
  actual: 'nothing',
};

test('[P2.4][W3.1] one object contains every format of an error', () => {
  const error = errorOf({
    code: 'answer_refused',
    message: 'The answer does not fit.',
    suggestedAction: 'Correct what is listed.',
    context: { item: 'r.1', run: 'r', task: 'ask', workflow: 'w', retryAfterMs: 5, line: 3, path: 'a.yaml' },
    violations: [{ ...violation, message: '“a” is missing.' }],
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
    violations: [{ ...violation, message: '“a” is missing.' }],
    error: 'answer_refused',
    http_status: 400,
    code: -32004,
  });
});

test('[P2.4][W3.1] short names, statuses and numbers are those of the designs', () => {
  const rows: readonly [code: ErrorCode, category: string, ...shown: (string | number)[]][] = [
    ['workflow_not_found', 'not_found', 'workflow_not_found', 'invalid_specification', 400, -32001],
    ['invalid_specification', 'validation', 'invalid_specification', 'invalid_specification', 400, -32001],
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
    ['rate_limited', 'limit', 'rate_limited', 'rate_limited', 429, -32008],
    ['internal_error', 'internal', 'internal_error', 'internal_error', 500, -32603],
    ['unknown_tool', 'not_found', 'unknown_tool', 'unknown_tool', 404, -32601],
    ['malformed_json', 'validation', 'malformed_json', 'malformed_json', 400, -32700],
    ['invalid_request', 'validation', 'invalid_request', 'invalid_request', 400, -32600],
  ];
  for (const [code, category, ...shown] of rows) {
    const error = errorOf({ code });
    const { error_code, category: told, error: short, http_status, code: number } = describeError(error, '');
    expect([told, error_code, short, http_status, number]).toEqual([category, ...shown]);
    expect([httpStatusOf(error), rpcNumberOf(error)]).toEqual([http_status, number]);
  }
});

test('[P2.4][F1.1] errors of the case tools use the terms of cases', () => {
  const error = errorOf({
    code: 'run_ended',
    message: phrase`The ${{ noun: 'run' }} is over, of a ${{ noun: 'workflow' }} “the run”; the ${{ noun: 'runs' }}.`,
    context: { run: 'r', item: 'r.1', workflow: 'w', task: 't', operation: 'definitions.list' },
    violations: [
      {
        ...violation,
        message: phrase`What an author calls the run; see ${{ operation: 'definitions.get' }}.`,
      },
    ],
  });
  expect(describeError(error, '', 'cases')).toMatchObject({
    message: 'The case is over, of a specification “the run”; the cases.',
    context: {
      ...{ run_id: 'r', case_id: 'r', work_item_id: 'r.1', workitem_id: 'r.1' },
      ...{ workflow_id: 'w', spec_id: 'w', step_id: 't', task_name: 't', tool: 'specifications_list' },
    },
    suggested_action:
      'Start it again with “cases_submit” under a new key, or continue from an event before its end with “run_fork”. If it failed, it can be reopened with “signalbox reopen”.',
    violations: [{ message: 'What an author calls the run; see “specifications_describe”.' }],
  });
  expect(describeError(error, '')).toMatchObject({
    message: 'The run is over, of a workflow “the run”; the runs.',
    suggested_action: expect.stringMatching(
      /^Start it again with “workflow_run” under a new key, .*“run_fork”/,
    ),
  });
  for (const code of errorCodes) {
    const { suggested_action: action } = describeError(errorOf({ code }), '', 'cases');
    expect([code, action]).toEqual([code, expect.stringMatching(/^[A-Z].{10,}\.$/)]);
  }
});

test('[P2.4] errors of tools name tools, or verbs of operations without a tool', () => {
  const error = errorOf({
    message: phrase`${{ operation: 'runs.start' }} requires the scope “workflows:launch”.`,
    suggestedAction: phrase`List them with ${{ operation: 'items.list' }} or ${{ operation: 'audit.list' }}; quoted text such as “items.list” stays.`,
    context: { operation: 'runs.start', scope: 'workflows:launch' },
    violations: [{ ...violation, expected: phrase`what ${{ field: 'b.0' }} names` }],
  });
  expect(describeError(error, '')).toMatchObject({
    message: '“workflow_run” requires the scope “workflows:launch”.',
    suggested_action:
      'List them with “workitems_list” or “signalbox audit”; quoted text such as “items.list” stays.',
    context: { tool: 'workflow_run', scope: 'workflows:launch' },
    violations: [{ message: '“a” is missing; see “workitems_list”.', expected: 'what “b.0” names' }],
  });
});

test('[W4.1] problem details have the members of RFC 9457 and of the error object, and name routes', () => {
  const error = errorOf({
    code: 'run_not_found',
    message: phrase`The ${{ noun: 'run' }} “r1” does not exist; see ${{ operation: 'runs.list' }}.`,
    context: { run: 'r1', operation: 'runs.get' },
    violations: [violation],
  });
  const place = { base: 'https://flows.example', path: '/v1/runs/r1', correlationId: 'c-3' };
  expect(problemOf(error, place)).toEqual({
    type: 'https://flows.example/errors/run_not_found',
    title: 'Run not found',
    status: 404,
    detail: 'The run “r1” does not exist; see “GET /v1/runs”.',
    instance: '/v1/runs/r1',
    error_code: 'run_not_found',
    category: 'not_found',
    message: 'The run “r1” does not exist; see “GET /v1/runs”.',
    context: { run_id: 'r1', operation: 'runs.get' },
    retryable: false,
    suggested_action:
      'Use the id that “POST /v1/runs” returned, or find it with “GET /v1/runs”. What ended long ago may have been purged.',
    correlation_id: 'c-3',
    violations_total: 1,
    violations: [{ ...violation, message: '“a” is missing; see “GET /v1/items/{item}”.' }],
    error: 'case_not_found',
    http_status: 404,
    code: -32005,
  });
  // Here the workflow is the requested resource, not a part of an input.
  expect(problemOf(errorOf({ code: 'workflow_not_found' }), place)).toMatchObject({
    status: 404,
    http_status: 404,
  });
});

test('[W7.1] the retry time is in whole seconds, at least one', () => {
  const told = (retryAfterMs: number) =>
    retryAfterOf(errorOf({ code: 'rate_limited', context: { retryAfterMs } }));
  expect([0, 1, 1_000, 1_001, 59_999].map(told)).toEqual([1, 1, 1, 2, 60]);
  // No time is known.
  expect(retryAfterOf(errorOf({ code: 'quota_exceeded' }))).toBe(60);
  expect(retryAfterOf(errorOf({ code: 'engine_unavailable' }))).toBe(1);
  // Waiting does not help.
  expect(retryAfterOf(errorOf({ code: 'quota_exceeded', retryable: false }))).toBeUndefined();
  expect(retryAfterOf(errorOf({ code: 'run_not_found' }))).toBeUndefined();
  expect(retryAfterOf(new Error('any'))).toBeUndefined();
});

test('[P2.4][W3.1] an error of every code has a suggested action', () => {
  for (const code of errorCodes) {
    const { suggested_action: action } = describeError(errorOf({ code }), '');
    expect([code, action]).toEqual([code, expect.stringMatching(/^[A-Z].{10,}\.$/)]);
    // Every operation that it refers to has a tool or a verb.
    const named = registry.names.filter((name) => String(action).includes(`“${name}”`));
    expect([code, named]).toEqual([code, []]);
  }
});

test('[W3.1] a title is the code as text', () => {
  expect(['run_not_found', 'malformed_json', 'plain_http', 'url_too_long'].map(titleOf)).toEqual([
    'Run not found',
    'Malformed JSON',
    'Plain HTTP',
    'URL too long',
  ]);
  expect(new Set(errorCodes.map(titleOf)).size).toBe(errorCodes.length);
});

test('[P2.4] an error that is not an operational failure reveals nothing', () => {
  for (const thrown of [new Error('password=1'), 'password=1', { password: 1 }, undefined, null]) {
    const told = describeError(thrown, 'c-2');
    expect(told).toMatchObject({ error_code: 'internal_error', correlation_id: 'c-2', http_status: 500 });
    const problem = problemOf(thrown, { base: '', path: '/', correlationId: 'c-2' });
    expect(JSON.stringify([told, problem])).not.toContain('password');
    expect(httpStatusOf(thrown)).toBe(500);
    expect(told['retryable']).toBe(errorTable.internal_error.retryable);
  }
});
