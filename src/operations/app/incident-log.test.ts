import { expect, test } from 'vitest';
import { createRedactor } from '../../runtime/index.ts';
import { createIncidentLog } from './incident-log.ts';

function createLog() {
  const lines: string[] = [];
  const time = { now: 1_000_000 };
  const { redact } = createRedactor(() => ['hunter2-hunter2']);
  const report = createIncidentLog({
    clock: { now: () => time.now },
    redact,
    warn: (line) => lines.push(line),
  });
  return { lines, time, report };
}

test('[S3.1] an incident is one line without secrets and control characters', () => {
  const { lines, report } = createLog();
  report(
    'The call went wrong.',
    new Error('token hunter2-hunter2\n\u001b[2Jfake line\u202e Bearer abcdefghijkl'),
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^The call went wrong\. Error: token \[redacted\] \[2Jfake line/);
  for (const hidden of ['hunter2', 'abcdefghijkl', '\n', '\u001b', '\u202e']) {
    expect(lines[0]).not.toContain(hidden);
  }
});

test('[S3.1] repetitions are counted, and logged with the count after some seconds', () => {
  const { lines, time, report } = createLog();
  for (let n = 0; n < 50; n++) report(`An undo of run_${n}abc could not be claimed.`, 'busy');
  report('Something else.', undefined);
  expect(lines).toEqual(['An undo of run_0abc could not be claimed. busy', 'Something else.']);
  time.now += 10_000;
  report('An undo of run_99 could not be claimed.', 'busy');
  expect(lines[2]).toBe('An undo of run_99 could not be claimed. busy (49 similar before)');
});

test('[S3.1] a clock that goes back suppresses no line, and a long line is cut', () => {
  const { lines, time, report } = createLog();
  report('Broken.', 'x'.repeat(10_000));
  expect(lines[0]?.length).toBeLessThan(2_100);
  time.now -= 3_600_000;
  report('Broken.', undefined);
  expect(lines).toHaveLength(2);
});
