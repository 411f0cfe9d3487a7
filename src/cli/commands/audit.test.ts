import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = 'workflows: { ask: { graph: { question: { type: yield, message: What? } } } }\n';

async function scratch() {
  const made = openScratch({ 'workflows/w.yaml': document });
  opened.push(made);
  const run = (...args: readonly string[]) => made.run([...args, '--data', 'data']);
  const [id = ''] = (await run('run', 'ask', '--no-wait')).out.split('\n');
  await run('cancel', id);
  await run('cancel', id);
  return { run, id };
}

test('[W2.4] audit lists who did what and what was refused, and filters it', async () => {
  const { run, id } = await scratch();
  const rows = async (...args: readonly string[]) => {
    const { out } = await run('audit', ...args);
    return [...out.matchAll(/(runs\.\w+) +(done|refused: \w+)/g)].map(([, what, how]) => `${what} ${how}`);
  };
  const all = ['runs.cancel refused: run_ended', 'runs.cancel done', 'runs.start done'];
  expect(await rows()).toEqual(all);
  expect(await rows('--refused')).toEqual(all.slice(0, 1));
  expect(await rows('--done')).toEqual(all.slice(1));
  expect(await rows('--operation', 'runs.start')).toEqual(all.slice(2));
  expect(await rows('--target', id)).toEqual(all);
  expect(await rows('--code', 'run_ended')).toEqual(all.slice(0, 1));
  expect(await rows('--since', '1h', '--subject', 'nobody')).toEqual([]);
  expect(await rows('--since', '1h')).toEqual(all);
  expect(await rows('--until', '1h')).toEqual([]);
  const { entries, nextCursor } = JSON.parse((await run('audit', '--limit', '1', '--json')).out);
  expect(entries).toMatchObject([{ operation: 'runs.cancel', outcome: 'refused', target: id }]);
  expect(await rows('--limit', '1', '--cursor', nextCursor)).toEqual(all.slice(1, 2));
  expect(await rows('--correlation', entries[0].correlationId)).toEqual(all.slice(0, 1));
});

test('[W2.4] audit reports an empty list, and invalid options', async () => {
  const { run } = await scratch();
  expect(await run('audit', '--tenant', 'other')).toMatchObject({
    code: 0,
    out: '',
    err: 'No entries found.\n',
  });
  expect(await run('audit', '--unknown')).toMatchObject({ code: 0, out: '' });
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [['--since', 'monday'], '--since must be a date'],
    [['--until', 'x'], '--until must be a date'],
    [['--limit', '0'], '--limit must be'],
    [['--done', '--refused'], 'either --refused or --done'],
  ];
  for (const [args, message] of wrong) {
    const { code, err } = await run('audit', ...args);
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining(message)]);
  }
});
