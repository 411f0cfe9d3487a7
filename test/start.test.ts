/** What `npm start` starts. */
import { expect, test } from 'vitest';
import { startWords } from '../scripts/start-words.js';

const serve = ['serve', '--workflows', '/x/.signalbox/workflows', '--workflows', '/x/examples'];

test.each([
  [[], {}, serve],
  [['--port', '9000'], {}, [...serve, '--port', '9000']],
  [['--workflows', 'mine'], {}, ['serve', '--workflows', 'mine']],
  [['--workflows=mine'], {}, ['serve', '--workflows=mine']],
  [['--port', '0'], { SIGNALBOX_WORKFLOWS: '/mine' }, ['serve', '--port', '0']],
  [['tour'], {}, ['tour']],
  [['run', 'hello', '--workflows', 'mine'], {}, ['run', 'hello', '--workflows', 'mine']],
])('[A6] npm start -- %j with %j', (given, env, expected) => {
  expect(startWords(given, '/x/', env)).toEqual(expected);
});
