import { expect, test } from 'vitest';
import type { CallRecord } from '../mcp/contract/call-record.ts';
import { createLog, type LogOptions } from './log.ts';

const record: CallRecord = {
  correlationId: 'c1',
  run: null,
  subject: 'ann',
  tenant: 'default',
  tool: 'w_hello',
  era: 'modern',
  outcome: 'ok',
  code: null,
  milliseconds: 12.345,
};

function open(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const now = () => new Date('2026-01-02T03:04:05.678Z');
  const log = createLog({
    level: 'info',
    form: 'json',
    write: (text) => void lines.push(text),
    now,
    ...options,
  });
  return { log, lines };
}

test('[P2.5] a call is one line: who, which tool, how it ended, how long it took', () => {
  const { log, lines } = open();
  log.call(record);
  expect(lines).toEqual([
    `${JSON.stringify({ time: '2026-01-02T03:04:05.678Z', level: 'info', message: 'call', ...record })}\n`,
  ]);
  const people = open({ form: 'lines' });
  people.log.call(record);
  people.log.call({ ...record, tool: '', outcome: 'error', code: 'tool_not_found' });
  expect(people.lines).toEqual([
    '03:04:05 w_hello ok 12 ms ann c1\n',
    '03:04:05 (no such tool) error (tool_not_found) 12 ms ann c1\n',
  ]);
});

test.each([
  ['error', ['a', 'call']],
  ['warn', ['a', 'b', 'call']],
  ['info', ['a', 'b', 'c', 'call', 'call']],
] as const)(
  '[P2.5][T10] at the level %s the rest is left out; mistakes of ours never are',
  (level, messages) => {
    const { log, lines } = open({ level });
    log.error('a');
    log.warn('b');
    log.info('c');
    log.call(record);
    log.call({ ...record, outcome: 'error', code: 'internal_error' });
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(messages);
  },
);

test('[P2.5] a line stays a line, and nothing in it steers the terminal', () => {
  for (const form of ['json', 'lines'] as const) {
    const { log, lines } = open({ form });
    log.warn('one\ntwo \u001b[31m\u202e', { path: 'a\rb' });
    log.call({ ...record, subject: 'ann\n\u001b[2J' });
    for (const line of lines)
      expect(line.slice(0, -1)).not.toMatch(form === 'json' ? /\p{Cc}/u : /[\p{Cc}\u202e]/u);
    expect(lines).toHaveLength(2);
  }
});
