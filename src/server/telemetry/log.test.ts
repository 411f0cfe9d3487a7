import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRedaction } from '../../operations/index.ts';
import type { CallRecord } from '../mcp/contract/call-record.ts';
import { createLog, type LogOptions } from './log.ts';
import type { RequestRecord } from './request-record.ts';

const call: CallRecord = {
  correlationId: 'c1',
  run: null,
  subject: 'ann',
  tenant: 'default',
  kind: 'person',
  tool: 'w_hello',
  era: 'modern',
  outcome: 'ok',
  code: null,
  milliseconds: 12.345,
};

const request: RequestRecord = {
  correlationId: 'c1',
  method: 'GET',
  route: '/v1/runs/{run}',
  status: 200,
  subject: 'ann',
  tenant: 'default',
  kind: 'agent',
  operation: 'runs.get',
  run: 'run_1',
  code: null,
  milliseconds: 4.5,
  address: '127.0.0.1',
};

async function open(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    form: 'json',
    write: (text) => void lines.push(text),
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    redact: createRedaction({ BANK_TOKEN: 'hush-hush-value' }),
    ...options,
  });
  return { log, lines, read: () => lines.map((line) => JSON.parse(line)) };
}

const head = { time: '2026-01-02T03:04:05.678Z', level: 'info' };

test('[P2.5] a call is one line: who, which tool, how it ended, duration', async () => {
  const { log, lines, read } = await open();
  log.call(call);
  expect(read()).toEqual([{ ...head, message: 'call', ...call }]);
  expect(lines).toEqual([expect.stringMatching(/^\{.*\}\n$/)]);
  const people = await open({ form: 'lines' });
  people.log.call(call);
  people.log.call({ ...call, tool: '', outcome: 'error', code: 'tool_not_found' });
  expect(people.lines).toEqual([
    '03:04:05 w_hello ok 12 ms ann c1\n',
    '03:04:05 (no such tool) error (tool_not_found) 12 ms ann c1\n',
  ]);
});

test('[W10.1] a request is one line: who, what, how it ended, duration, correlation id', async () => {
  const { log, lines, read } = await open();
  log.request(request);
  expect(read()).toEqual([{ ...head, message: 'request', ...request }]);
  expect(lines).toHaveLength(1);
  const nobody = { subject: null, tenant: null, kind: null, operation: '', run: null };
  const people = await open({ form: 'lines' });
  people.log.request(request);
  people.log.request({ ...request, ...nobody, route: '/health' });
  people.log.request({
    ...request,
    ...nobody,
    method: 'POST',
    route: '/mcp',
    status: 401,
    code: 'unauthenticated',
  });
  expect(people.lines).toEqual([
    '03:04:05 GET /v1/runs/{run} 200 5 ms runs.get ann run_1 c1\n',
    '03:04:05 GET /health 200 5 ms c1\n',
    '03:04:05 POST /mcp 401 (unauthenticated) 5 ms c1\n',
  ]);
});

test.each([
  ['error', ['a', 'call', 'request']],
  ['warn', ['a', 'b', 'call', 'request']],
  ['info', ['a', 'b', 'c', 'call', 'call', 'request', 'request']],
] as const)(
  '[P2.5][T10] at the level %s the rest is left out, except internal errors',
  async (level, messages) => {
    const { log, read } = await open({ level });
    log.error('a');
    log.warn('b');
    log.info('c');
    log.call(call);
    log.call({ ...call, outcome: 'error', code: 'internal_error' });
    log.request(request);
    log.request({ ...request, status: 500, code: 'internal_error' });
    expect(read().map(({ message }) => message)).toEqual(messages);
    const errors = read().filter((each) => each.level === 'error');
    expect(errors.map(({ message }) => message)).toEqual(['a', 'call', 'request']);
  },
);

test('[P2.5] an entry stays one line, without terminal control characters', async () => {
  for (const form of ['json', 'lines'] as const) {
    const { log, lines } = await open({ form });
    log.warn('one\ntwo \u001b[31m\u202e', { path: 'a\rb' });
    log.call({ ...call, subject: 'ann\n\u001b[2J' });
    log.request({ ...request, subject: 'ann\n\u001b[2J', correlationId: '\u2028' });
    for (const line of lines)
      expect(line.slice(0, -1)).not.toMatch(form === 'json' ? /\p{Cc}/u : /[\p{Cc}\u202e\u2028]/u);
    expect(lines).toHaveLength(3);
  }
});

test('[W10.3] known secrets and text that looks like one are redacted, in every field of every line', async () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  for (const form of ['json', 'lines'] as const) {
    const { log, lines } = await open({ form });
    log.error('No answer for hush-hush-value.', { fault: `Bearer ${token}` });
    log.call({ ...call, subject: token, correlationId: 'hush-hush-value' });
    log.request({
      ...request,
      subject: 'hush-hush-value',
      correlationId: token,
      address: 'password=letmein',
    });
    expect(lines.join('')).not.toMatch(/hush-hush|eyJ|letmein/);
    expect(lines.join('').match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(form === 'json' ? 7 : 6);
  }
});

test('[W10.1] a value that is not text is written unchanged', async () => {
  const { log, read } = await open();
  log.info('%s %d %j', { count: 3, nothing: null });
  expect(read()).toEqual([{ ...head, message: '%s %d %j', count: 3, nothing: null }]);
});

test('[W10.1] docs/running.md describes every field of the request line, and shows one', async () => {
  const page = readFileSync(new URL('../../../docs/running.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('\n## As a server\n');
  const rows = [...section.matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const { log, lines } = await open();
  log.request(request);
  const [written = {}] = lines.map((line) => JSON.parse(line));
  expect([...rows, 'time'].toSorted()).toEqual(Object.keys(written).toSorted());
  const shown = JSON.parse(/^```json\n(.*)\n```/m.exec(section)?.[1] ?? '');
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(written).toSorted());
});

test('[W10.1] the length of a line is limited', async () => {
  const { log, lines } = await open();
  log.request({ ...request, run: 'x'.repeat(1_000_000) });
  expect(lines[0]?.length).toBeLessThan(11_000);
});
