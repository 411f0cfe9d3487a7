import { expect, test } from 'vitest';
import { firstSentence } from './first-sentence.ts';

test.each([
  ['', ''],
  ['Greets somebody', 'Greets somebody'],
  ['Greets somebody. Asks first.', 'Greets somebody.'],
  ['Waits 1.5 h, e.g. for lunch. Then eats.', 'Waits 1.5 h, e.g. for lunch.'],
  ['  Greets\n  somebody.\nUse it often.', 'Greets somebody.'],
  ['Books a trip\n\nsearch → book', 'Books a trip'],
  ['Really? “Yes.”', 'Really?'],
  ['x'.repeat(300), `${'x'.repeat(240)}…`],
])('[P7.1] the first sentence of %j', (description, sentence) => {
  expect(firstSentence(description)).toBe(sentence);
});
