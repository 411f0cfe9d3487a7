/** What the suite needs to know about checklists. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @param {string} file next to this one */
const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));
const ticked = { done: true, note: '' };

export const sample = {
  // Yours may be: ['npx', 'signalbox'].
  command: [process.execPath, pathOf('../../../bin/signalbox.js')],
  file: pathOf('checklist.mjs'),
  language: 'checklist',
  document: { file: 'open-shop.yaml', text: readFileSync(pathOf('open-shop.yaml'), 'utf8') },
  broken: {
    file: 'broken.yaml',
    text: 'checklist: broken\nentries:\n  - lights: On\n  - lights: Off\n    * more\n',
    errors: [
      { rule: 'duplicate-entry', line: 4, column: 5 },
      { rule: 'unknown-line', line: 5, column: 5 },
    ],
  },
  workflow: 'open-shop',
  inputs: { subject: 'the front room' },
  answers: [
    { task: 'lights', answer: ticked },
    { task: 'till', answer: { done: true, note: '99.50' } },
    { task: 'sign', answer: ticked },
  ],
  refused: { done: false, note: '' },
  output: { lights: ticked, till: { done: true, note: '99.50' }, sign: ticked },
};
