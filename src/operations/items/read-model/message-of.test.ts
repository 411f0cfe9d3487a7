import { expect, test } from 'vitest';
import { messageOf } from './message-of.ts';

test('[U8.3] a confirmation of a guide step shows the output and the findings in it', () => {
  const item = { language: 'guide', kind: 'confirmation', step: 'write', title: 'Write' };
  const input = {
    message: 'Do you agree?',
    output: { pages: 1 },
    checks: [
      { title: 'Audit: Write', output: 'It is vague.' },
      { title: 'Verification: Write', output: null },
    ],
  };
  const asked = { reason: 'work', task: 'write/confirm', item } as const;
  expect(messageOf(asked, input)).toBe('Do you agree?\n\n{\n  "pages": 1\n}\n\nAudit: Write\nIt is vague.');
  expect(messageOf(asked, { ...input, checks: 'none' })).toBe('Do you agree?\n\n{\n  "pages": 1\n}');
});
