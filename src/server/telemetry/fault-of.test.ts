import { expect, test } from 'vitest';
import { createRedaction } from '../../operations/index.ts';
import { faultOf } from './fault-of.ts';

const redact = createRedaction({ BANK_TOKEN: 'hush-hush-value', HOME: '/home/ann' });

const faultText = (error: unknown): string => String(faultOf(error, redact)['fault']);

test('[P2.5] an internal error is logged with its location, and without secrets', () => {
  const text = faultText(new Error('No answer for hush-hush-value in /home/ann: password=letmein'));
  expect(text).toMatch(/^Error: No answer for \[redacted\] in \/home\/ann: password=\[redacted\]\n\s+at /);
});

test('[P2.5] unparsable input is not quoted', () => {
  try {
    JSON.parse('{"name": Ann Other}');
    throw new Error('It was parsed.');
  } catch (error) {
    const text = faultText(error);
    expect(text).toMatch(/^SyntaxError\n\s+at /);
    expect(text).not.toContain('Ann');
  }
});

test('[P2.5] any thrown value is logged, up to a limit', () => {
  expect(faultText('Ann Other')).toBe('string');
  expect(faultText(new Error('x'.repeat(100_000)))).toHaveLength(8_000);
});
