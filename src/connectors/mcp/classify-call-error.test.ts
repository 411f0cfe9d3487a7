import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { classifyCallError } from './classify-call-error.ts';

const http = (status: number, text = '') =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'Error POSTing to endpoint', { status, text });
const sdk = (code: SdkErrorCode) => new SdkError(code, 'what the library says');
const network = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });

test.each([
  ['refused arguments', new ProtocolError(-32_602, 'bad'), 'failed', 'mcp-32602', false],
  ['an error of the server', new ProtocolError(-32_603, 'oops'), 'failed', 'mcp-32603', undefined],
  ['no login', http(401), 'failed', 'mcp-http-401', false],
  ['too many calls', http(429), 'failed', 'mcp-http-429', true],
  ['maintenance', http(503), 'failed', 'mcp-http-503', true],
  ['a breakdown', http(500), 'in-doubt', 'mcp-http-500', true],
  ['a lost session', http(404), 'not-sent', 'mcp-http-404', true],
  ['a lost session with another status', http(400, 'No valid session ID'), 'not-sent', 'mcp-http-400', true],
  ['a bad request', http(400, 'what?'), 'failed', 'mcp-http-400', false],
  ['no answer in time', sdk(SdkErrorCode.RequestTimeout), 'in-doubt', 'mcp-timeout', true],
  ['a question', sdk(SdkErrorCode.UnsupportedResultType), 'failed', 'mcp-input-required', false],
  ['nonsense', sdk(SdkErrorCode.InvalidResult), 'failed', 'mcp-invalid-result', false],
  ['a dead server', sdk(SdkErrorCode.ConnectionClosed), 'in-doubt', 'mcp-connection', true],
  ['no connection', sdk(SdkErrorCode.NotConnected), 'not-sent', 'mcp-unavailable', true],
  ['connection refused', network('ECONNREFUSED'), 'not-sent', 'mcp-connection', true],
  ['a broken connection', network('ECONNRESET'), 'in-doubt', 'mcp-connection', true],
])('[H3.1] %s', (_what, error, kind, code, retryable) => {
  const classified = classifyCallError(error, 'crm');
  expect([classified.kind, classified.failure.code, classified.failure.retryable]).toEqual([
    kind,
    code,
    retryable,
  ]);
});

test('[H3.1] a refused login is reported with the setting to check', () => {
  expect(classifyCallError(http(403, 'go away'), 'crm').failure.message).toBe(
    'The server of “crm” refused the call: it answered with status 403 and “go away”. Check the headers of the connector in connectors.yaml.',
  );
});
