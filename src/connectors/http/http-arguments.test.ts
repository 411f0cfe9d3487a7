import { expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import { readHttpArguments } from './http-arguments.ts';

function problemsOf(input: Json): readonly string[] {
  const read = readHttpArguments(input);
  return read.kind === 'problems' ? read.problems : [];
}

test('[H1.3] all errors of the arguments are reported at once', () => {
  const problems = problemsOf({
    methd: 'GET',
    zzz: 1,
    method: 'PSOT',
    url: 'ftp://a.example',
    headers: {
      Host: 'x',
      'Content-Length': 1,
      'Proxy-Authorization': 'x',
      'a b': 'x',
      X: 'a\r\nEvil: 1',
      Y: {},
      Z: 'ü€',
      A: 1,
      a: 2,
    },
    query: { deep: { a: 1 } },
    timeout: '1 year',
  });
  expect(problems).toEqual([
    'Unknown argument “methd”. Did you mean “method”?',
    'Unknown argument “zzz”. Use one of: method, url, headers, query, body, timeout.',
    '“method” must be one of GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE. Did you mean “POST”?',
    '“url” must begin with “https://” or “http://”, not with “ftp:”.',
    '“query.deep” must be a text, a number, true or false, or a list of these.',
    'The header “Host” is set by Signalbox. Leave it out.',
    'The header “Content-Length” is set by Signalbox. Leave it out.',
    'The header “Proxy-Authorization” is set by Signalbox. Leave it out.',
    '“a b” is not a valid header name.',
    '“headers.X” must not contain a line break.',
    '“headers.Y” must be a text, a number, or true or false.',
    '“headers.Z” contains characters that are not allowed in headers. Encode them.',
    'The header “a” is repeated in different spellings.',
    '“timeout” must be a duration like “20 seconds”, or milliseconds, of at most 10 minutes.',
  ]);
});

test.each([
  [{}, '“url” is required'],
  ['x', '“url” is required'],
  [{ url: 'api.example.com/x' }, '“url” is not a valid address'],
  [{ url: 'https://ann:hunter2@a.example' }, 'must not hold a user name'],
  [{ url: 'https://a.example', headers: [] }, '“headers” must be a map'],
  [{ url: 'https://a.example', headers: { 'x\r\ny': 'z' } }, '“x\\r\\ny” is not a valid header name'],
  [{ url: 'https://a.example', query: 'a=b' }, '“query” must be a map'],
  [{ url: 'https://a.example', method: 'HEAD', body: 'x' }, 'HEAD request has no body'],
  [{ url: 'https://a.example', method: 'CONNECT' }, '“method” must be one of'],
  [{ url: 'https://a.example', timeout: 0 }, '“timeout” must be'],
  [{ url: 'https://a.example', timeout: 600_001 }, '“timeout” must be'],
])('[H1.3] %j is refused', (input, says) => {
  const problems = problemsOf(input);
  expect(problems).toEqual([expect.stringContaining(says)]);
  expect(problems.join()).not.toContain('hunter2');
});

test.each([
  [{ timeout: '20 seconds' }, 20_000],
  [{ timeout: 5 }, 5],
  [{}, undefined],
])('[H1.3] %j sets %s milliseconds', (more, timeout) => {
  const read = readHttpArguments({ url: 'https://a.example', ...more });
  expect(read.kind === 'request' && read.request.timeout).toBe(timeout);
});
