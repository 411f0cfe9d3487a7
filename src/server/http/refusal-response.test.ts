import { expect, test } from 'vitest';
import { toPlatformResponse } from '../../../test/server/platform-exchange.ts';
import { errorCodes, errorTable, OperationError } from '../../operations/index.ts';
import { rpcMessageOf } from '../errors/error-codes.ts';
import { refusalOf, refuse } from '../message/refusal.ts';
import { type ErrorFormat, refusalResponse } from './refusal-response.ts';

const place = { base: 'https://flows.example', correlationId: 'c-1', path: '/v1/runs', messageId: null };

async function said(refusal: ReturnType<typeof refuse>, errorFormat: ErrorFormat) {
  const response = toPlatformResponse(refusalResponse(refusal, { ...place, errorFormat }));
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), body: Object(await response.json()) };
}

test('[W3.1] a refusal is the common error object, with the status of the table', async () => {
  const refusal = refuse('method_not_allowed', 'Not so.', {
    headers: { allow: 'GET' },
    context: { run: 'r' },
  });
  expect(await said(refusal, undefined)).toEqual({
    status: 405,
    headers: { allow: 'GET', 'cache-control': 'no-store', 'content-type': 'application/json' },
    body: {
      error_code: 'method_not_allowed',
      category: 'validation',
      message: 'Not so.',
      context: { run_id: 'r' },
      retryable: false,
      suggested_action: errorTable.method_not_allowed.action,
      correlation_id: 'c-1',
      error: 'method_not_allowed',
      http_status: 405,
      code: -32004,
    },
  });
});

test('[W4.1] under /v1 it is problem details, with the same status', async () => {
  const error = new OperationError({
    code: 'workflow_not_found',
    message: 'The workflow “w” does not exist.',
  });
  expect(await said(refusalOf(error), 'problem')).toMatchObject({
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      type: 'https://flows.example/errors/workflow_not_found',
      title: 'Workflow not found',
      status: 404,
      detail: 'The workflow “w” does not exist.',
      instance: '/v1/runs',
      error_code: 'workflow_not_found',
      http_status: 404,
    },
  });
  expect((await said(refusalOf(error), undefined)).status).toBe(400);
});

test('[W6.1] in JSON-RPC it has the number of the table; in MCP only numbers with the same meaning', async () => {
  for (const code of errorCodes) {
    const { number, status } = errorTable[code];
    const refusal = refuse(code, 'No.');
    const rpc = await said(refusal, 'rpc');
    expect(rpc).toMatchObject({
      status,
      body: {
        jsonrpc: '2.0',
        id: null,
        error: { code: number, message: rpcMessageOf(number, 'No.'), data: { code: number } },
      },
    });
    const { body } = await said(refusal, 'mcp');
    expect([code, body.error.code]).toEqual([code, number < -32_500 ? number : -32_000]);
    expect(body.error.data).toEqual(rpc.body.error.data);
  }
});

test('[W7.1] every format has Retry-After when the client has to wait', async () => {
  for (const errorFormat of [undefined, 'problem', 'rpc', 'mcp'] as const) {
    const limited = refuse('rate_limited', 'Slowly.', { context: { retryAfterMs: 1_200 } });
    expect((await said(limited, errorFormat)).headers).toMatchObject({ 'retry-after': '2' });
    expect((await said(refuse('not_found', 'No.'), errorFormat)).headers).not.toHaveProperty('retry-after');
  }
});
