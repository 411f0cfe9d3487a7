/** A copy of a run that waits for approvals: until they are given nothing of it is answered. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { failItem } from '../../src/operations/items/fail-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { signalRun } from '../../src/operations/runs/signal-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { isOver, type Office, openOffice, robot } from './office.ts';

const pair = `
workflows:
  pair:
    graph:
      one: { type: yield, message: One?, expects: { word: str } }
      two: { type: yield, message: Two?, expects: { word: str } }
`;

let office: Office;
beforeEach(async () => {
  office = await openOffice({ 'pair.yaml': pair });
});
afterEach(() => office.close());

const output = { word: 'yes' };

/** A copy with one answer that has to be approved, and one question that is still open. */
async function openCopy(): Promise<{ run: string; approval: string; question: string }> {
  const { run } = await office.perform(startRun, { workflow: 'pair' });
  await office.until(run, ({ items }) => items === 2);
  const [first] = (await office.perform(listItems, { run })).items;
  await office.perform(completeItem, { item: first?.item ?? '', output });
  const { seq } = await office.perform(getRun, { run });
  const copy = await office.perform(forkRun, { run, at: seq });
  const { items } = await office.perform(listItems, { run: copy.run });
  const idOf = (reason: string) => items.find((each) => each.reason === reason)?.item ?? '';
  return { run: copy.run, approval: idOf('approval'), question: idOf('work') };
}

test('[R7.1] while approvals are missing no question of a copy is answered, and it stays as it is', async () => {
  const { run, approval, question } = await openCopy();
  const before = await office.perform(getRun, { run });
  const missing = { code: 'approvals_missing', context: { item: question, run, missing: 1 } };
  for (const principal of [undefined, robot]) {
    expect(await office.refused(completeItem, { item: question, output }, principal)).toMatchObject(missing);
    expect(await office.refused(skipItem, { item: question }, principal)).toMatchObject(missing);
    expect(await office.refused(failItem, { item: question, message: 'no' }, principal)).toMatchObject(
      missing,
    );
  }
  const signal = await office.refused(signalRun, { run, name: 'go' });
  expect(signal).toMatchObject({ code: 'approvals_missing', context: { run, missing: 1 } });
  expect(await office.perform(getRun, { run })).toEqual(before);
  await office.perform(completeItem, { item: approval, output: { approved: true } });
  await office.perform(completeItem, { item: question, output });
  await office.until(run, isOver);
});

test('[R7.1] whoever will answer a question of a copy may take it before', async () => {
  const { approval, question } = await openCopy();
  expect(await office.perform(holdItem, { item: question })).toMatchObject({ item: { state: 'held' } });
  await office.perform(completeItem, { item: approval, output: { approved: true } });
  expect(await office.perform(completeItem, { item: question, output })).toMatchObject({
    item: { state: 'completed' },
  });
});
