/** The arguments of `npm start`. */
import { expect, test } from 'vitest';
import { startArguments } from '../scripts/start-arguments.js';

const examples = ['serve', '--workflows', '/x/.signalbox/workflows', '--workflows', '/x/examples'];
const serve = [...examples, '--connectors', '/x/examples/connectors.yaml'];
/** The operator's own file exists. */
const isThere = (path: string) => path === '/mine/connectors.yaml';

test.each([
  [[], {}, serve],
  [['--port', '9000'], {}, [...serve, '--port', '9000']],
  [['--workflows', 'mine'], {}, ['serve', '--workflows', 'mine']],
  [['--workflows=mine'], {}, ['serve', '--workflows=mine']],
  [['--port', '0'], { SIGNALBOX_WORKFLOWS: '/mine' }, ['serve', '--port', '0']],
  [['--connectors', 'mine.yaml'], {}, [...examples, '--connectors', 'mine.yaml']],
  [[], { SIGNALBOX_CONNECTORS: 'mine.yaml' }, examples],
  [['--data', '/mine'], {}, [...examples, '--data', '/mine']],
  [['--data=/mine'], {}, [...examples, '--data=/mine']],
  [[], { SIGNALBOX_DATA: '/mine' }, examples],
  [['--data', '/other'], {}, [...serve, '--data', '/other']],
  [['tour'], {}, ['tour']],
  [['run', 'hello', '--workflows', 'mine'], {}, ['run', 'hello', '--workflows', 'mine']],
])('[A6] npm start -- %j with %j', (given, env, expected) => {
  expect(startArguments(given, '/x/', env, isThere)).toEqual(expected);
});
