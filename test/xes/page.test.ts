/** Checks the examples and tables of docs/event-log.md against the code. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eventKindsOfLog } from '../../src/operations/events/event-kinds.ts';
import { standardLifecycle } from '../../src/operations/events/xes/lifecycle.ts';
import { openScratch } from '../cli/open-scratch.ts';
import { patternOf } from '../rest/play-session.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/event-log.md`, 'utf8');

/** The first cells of the table below a heading. */
function firstCells(heading: string): readonly string[] {
  const lines = page
    .slice(page.indexOf(`\n${heading}`))
    .split('\n')
    .slice(3);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end < 0 ? undefined : end).map((line) => /^\| `(\w+)` \|/.exec(line)?.[1] ?? line);
}

test('[A8] [F5.1] the kinds of events are those of the code', () => {
  expect(firstCells('| kind | what happened |')).toEqual([...eventKindsOfLog]);
});

test('[A8] [F5.2] the transitions of activities are those of the code', () => {
  const steps = firstCells('| step | of a work item |');
  expect(steps.toSorted()).toEqual(Object.keys(standardLifecycle).toSorted());
});

test('[A8] [F5.1] the terminal sessions on the page are real', async () => {
  const scratch = openScratch();
  const environment = {
    SIGNALBOX_DATA: `${scratch.folder}/data`,
    SIGNALBOX_WORKFLOWS: `${scratch.folder}/none`,
  };
  const [, block = ''] = /^```console\n(.*?)^```/ms.exec(page) ?? [];
  const turns = [...block.matchAll(/^\$ signalbox (.*)\n((?:(?!\$ ).*\n)*)/gm)];
  expect(turns.length).toBe(3);
  try {
    for (const [, words = '', shown = ''] of turns) {
      const { out, err } = await scratch.run(words.split(' '), { folder: root, environment });
      expect(`${out}${err}`, words).toMatch(patternOf(shown));
    }
  } finally {
    scratch.close();
  }
});
