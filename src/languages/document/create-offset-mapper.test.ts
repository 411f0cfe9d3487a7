import { expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { applySpanEdits } from './apply-edits.ts';
import { createOffsetMapper } from './create-offset-mapper.ts';
import { mergeEdits } from './merge-edits.ts';
import { parseDocument } from './parse-document.ts';
import { repairSyntax } from './repair-syntax.ts';
import type { SpanEdit } from './reporter.ts';

test.each([31, 32, 33])(
  '[L2] every offset of an edited text maps back to its original offset (seed %i)',
  (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 500; round += 1) {
      // Distinct letters, so that each can be identified.
      const text = Array.from({ length: random.int(20) }, (_, index) => String.fromCharCode(97 + index)).join(
        '',
      );
      const edits = Array.from({ length: random.int(5) }, (): SpanEdit => {
        const start = random.int(text.length + 1);
        return {
          span: { start, end: random.between(start, text.length) },
          text: random.pick(['', 'X', 'YY']),
        };
      });
      const merged = mergeEdits(text, edits);
      const edited = applySpanEdits(text, edits);
      const context = `${text} ${JSON.stringify(edits)} ${edited}`;
      const toOriginal = createOffsetMapper(merged);
      let last = 0;
      for (let offset = 0; offset <= edited.length; offset += 1) {
        const before = toOriginal(offset);
        expect(before >= last && before <= text.length, `${context} ${offset} ${before}`).toBe(true);
        const letter = edited[offset];
        if (letter !== undefined && /[a-z]/.test(letter)) expect(text[before], context).toBe(letter);
        last = before;
      }
      expect(toOriginal(edited.length), context).toBe(text.length);
    }
  },
);

test('[L2] errors in a repaired text have positions of the original text', () => {
  const text = 'a:\n  b: 1\n c: 2\nd: [1, 2\nd: 3\n';
  const repaired = repairSyntax(parseDocument({ path: 'a.yaml', text }));
  const violations = repaired?.document.violations.map((violation) => repaired.toOriginal(violation));
  expect(violations).toMatchObject([{ rule: 'duplicate-key', line: 5, column: 1, endLine: 5, endColumn: 2 }]);
});
