import { expect, test } from 'vitest';
import { declaredId } from './declared-id.ts';

test.each([
  ['{"id":"broken-guide","name":', 'broken-guide'],
  ['\ufeff{\n  "name": "The id: of it",\n  "id": "wr.one", "steps": [', 'wr.one'],
  ['id: from-yaml\nname: "never closed\n', 'from-yaml'],
  ["name: x\ntags: [a, b]\nid: 'quoted'  # here\nsteps: [", 'quoted'],
])('[U2.1] the id of a broken text is found: %j', (text, id) => {
  expect(declaredId(text)).toBe(id);
});

test.each([
  '{"name": "n", "steps": [{"id": "first-step", ',
  '{"name": {"id": "inner"}',
  'steps:\n  - id: first-step\n  id: [',
  '{"id": 5 6',
  '{"id": "two words"',
  '',
])('[U2.1] an id of something else is not used: %j', (text) => {
  expect(declaredId(text)).toBeUndefined();
});
