import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { openTestTerminal } from '../../../test/cli/open-test-terminal.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = `workflows:
  ask:
    description: Asks, then says
    params: { who: { type: str, default: Ada } }
    graph:
      first: { call: echo, args: { who: $who } }
      question: { type: yield, depends_on: [first], message: "How many for $who?", expects: { count: int } }
      say: { call: echo, depends_on: [question], args: { count: $question.count } }
  mend:
    description: Fails until it is told how
    params: { to: { type: str, default: value.gone } }
    graph:
      compute: { call: transform, args: { value: { here: 7 }, to: $to } }
  many:
    description: Does much
    graph:
      each: { type: foreach, items: "range(0, 210)", as: n, step: { call: echo, args: { n: $n } } }
  book:
    description: Undoes
    graph:
      reserve: { call: echo, args: { room: 7 }, undo: { call: echo, args: { back: 7 } } }
      wait: { type: yield, depends_on: [reserve], message: Go on? }
`;

function scratch() {
  const made = openScratch({ 'workflows/w.yaml': document });
  opened.push(made);
  const run = (args: readonly string[], overrides: Parameters<Scratch['run']>[1] = {}) =>
    made.run([...args, '--data', 'data'], overrides);
  const json = async (...args: readonly string[]) => JSON.parse((await run([...args, '--json'])).out);
  return { ...made, run, json };
}

test('[T8] workflows lists the workflows, also those with errors', async () => {
  const bad =
    'workflows:\n  bad:\n    description: Broken\n    graph:\n      a: { call: echo, depends_on: [b] }\n';
  const made = openScratch({ 'workflows/w.yaml': document, 'workflows/bad.yaml': bad });
  opened.push(made);
  const list = (...args: readonly string[]) => made.run(['workflows', '--data', 'data', ...args]);
  const { code, out, err } = await list();
  expect({ code, err }).toEqual({
    code: 0,
    err: 'bad.yaml:5:37: The node “b” does not exist.\n→ signalbox validate workflows/bad.yaml\n',
  });
  expect(out).toMatch(
    /^workflow +meaning +file\nask +✓ +Asks, then says +w\.yaml\nbad +✗ +Broken +bad\.yaml\n/,
  );
  const first = JSON.parse((await list('--limit', '1', '--json')).out);
  expect(first).toMatchObject({
    definitions: [{ id: 'ask', valid: true }],
    total: 5,
  });
  expect((await list('--cursor', first.nextCursor)).out).toMatch(/^workflow[^\n]*\nbad /);
  const none = openScratch({ 'empty/readme.txt': '' });
  opened.push(none);
  const search = (folder: string) => none.run(['workflows', '--data', 'data', '--workflows', folder]);
  expect(await search('empty')).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringMatching(/^No workflows in .*empty\.\n$/),
  });
  expect(await search('gone')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^\S*gone does not exist\.\n$/),
  });
  expect(await search('empty/readme.txt')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^\S*readme\.txt is not a folder\.\n$/),
  });
  expect((await none.run(['run', 'ask', '--data', 'data', '--workflows', 'gone'])).err).toContain(
    'gone does not exist.',
  );
});

test('[T8] runs lists runs newest first, filtered and page by page', async () => {
  const { run, json } = scratch();
  await run(['run', 'ask']);
  await run(['run', 'mend']);
  const all = await run(['runs']);
  expect(all).toMatchObject({ code: 0, err: '' });
  expect(all.out).toMatch(
    /^run +workflow +state +began +took\nrun_\w+ +mend +✗ failed .*transform\nrun_\w+ +ask +● waiting .*asks 1\n$/,
  );
  expect((await json('runs', '--status', 'failed')).runs).toMatchObject([{ workflow: 'mend' }]);
  expect((await json('runs', '--waiting')).runs).toMatchObject([{ workflow: 'ask' }]);
  expect((await json('runs', '--workflow', 'ask')).runs).toHaveLength(1);
  const first = await run(['runs', '--limit', '1']);
  const cursor = /--cursor (\S+)/.exec(first.err)?.[1] ?? '';
  expect((await json('runs', '--limit', '1', '--cursor', cursor)).runs).toMatchObject([{ workflow: 'ask' }]);
  expect((await run(['runs', '--status', 'filed'])).err).toBe(
    'Unknown status “filed”. Did you mean “failed”?\n',
  );
  expect((await run(['runs', '--workflow', 'none'])).err).toBe('No runs found.\n');
});

test('[T8] show draws the workflow with its states, its events, what it waits for, and the result', async () => {
  const { run, json } = scratch();
  await run(['run', 'ask']);
  const waiting = await run(['show', 'last']);
  expect(waiting).toMatchObject({ code: 0, err: '' });
  expect(waiting.out).toMatch(/^run_\w+ {2}ask\n● waiting, began \d{4}-\d\d-\d\d [\d:]+, started by ann\n/);
  expect(waiting.out).toContain('? question asks: How many for Ada?\n');
  expect(waiting.out).toMatch(/✓ first[\s\S]*● question[\s\S]*· say/);
  expect(waiting.out).toMatch(/\n {2}1 +\+0\.0 s {2}started[\s\S]*\n {2}2 .* first got /);
  await run(['answer', 'last', 'count=3']);
  expect((await run(['show', 'last'])).out).toMatch(
    /✓ say[\s\S]*\n {2}4 [\s\S]*Result:\n {2}\{\n {4}"count": 3\n {2}\}\n$/,
  );
  expect(await json('show', 'last')).toMatchObject({
    status: 'completed',
    history: [{ seq: 1 }, {}, {}, { seq: 4 }],
  });
  const before = await run(['show', 'last', '--at', '2']);
  expect(before.out).toMatch(/as it was after event 2 of 4\n● waiting/);
  expect(before.out).not.toContain('Result');
  expect((await run(['show', 'last', '--at', '9'])).err).toContain('Event 9 does not exist');
});

test('[T8] show prints the latest events of a long run, and all with --all', async () => {
  const { run, json } = scratch();
  await run(['run', 'many']);
  const { seq } = await json('show', 'last');
  expect(seq).toBeGreaterThan(200);
  const { out } = await run(['show', 'last']);
  expect(out).toContain(`  … ${seq - 200} earlier events: --all shows them\n`);
  expect(out).not.toContain('started with');
  const all = await run(['show', 'last', '--all']);
  expect(all.out).toMatch(/\n +1 +\+0\.0 s {2}started\n/);
  expect((await json('show', 'last')).history).toHaveLength(seq);
});

test('[T8] a run is named by its id, by the beginning of it, or as the last; ambiguous names are refused', async () => {
  const { run, json } = scratch();
  expect((await run(['show', 'last'])).err).toContain('No run exists yet.');
  const { run: one } = await json('run', 'ask', '--no-wait');
  const { run: two } = await json('run', 'ask', '--no-wait');
  expect(await json('show', one)).toMatchObject({ run: one });
  expect(await json('show', 'last')).toMatchObject({ run: two });
  expect(await json('show', two.slice(0, -1))).toMatchObject({ run: two });
  expect(await json('show', two.slice('run_'.length, -1))).toMatchObject({ run: two });
  const unclear = await run(['show', 'run_']);
  expect({ code: unclear.code, out: unclear.out }).toEqual({ code: 2, out: '' });
  expect(unclear.err).toContain(`“run_” matches several runs: ${two}, ${one}.\n→ Type more of the id.`);
  const swapped = `${one.slice(0, -1)}${one.endsWith('0') ? '1' : '0'}`;
  expect((await run(['cancel', swapped])).err).toContain(
    `Run “${swapped}” does not exist. Did you mean “${one}”?`,
  );
});

test('[T8] items lists open work items; answer takes values by name or as JSON, and reports invalid ones', async () => {
  const { run, json } = scratch();
  await run(['run', 'ask']);
  const [item] = (await json('items')).items;
  expect(item).toMatchObject({ workflow: 'ask', task: 'question', message: 'How many for Ada?' });
  expect((await run(['items', 'last'])).out).toMatch(
    /^item +workflow +asks +since +held by\nrun_\w+\.\d+ +ask +How /,
  );
  const wrong = await run(['answer', item.item, 'cuont=3']);
  expect({ code: wrong.code, out: wrong.out }).toEqual({ code: 2, out: '' });
  expect(wrong.err).toContain('“count” is missing');
  expect(wrong.err).toContain('“cuont” is not expected. Did you mean “count”?');
  const told = await run(['answer', 'last']);
  expect(told).toMatchObject({ code: 4, out: '' });
  expect(told.err).toBe(
    `? How many for Ada?\n  count (int)\n  → signalbox answer ${item.item} count=… --data data\n`,
  );
  const done = await run(['answer', item.item.slice(0, 20) + item.item.slice(-2), '--value', '{"count": 4}']);
  expect(done.out).toMatch(/✓ completed after [^\n]+\n {2}\{\n {4}"count": 4\n {2}\}\n$/);
  expect((await run(['items'])).err).toBe('No open work items.\n');
  expect((await run(['answer', item.item, 'count=1'])).err).toContain('is closed: it was completed');
  expect((await run(['answer', 'last', 'count=1'])).err).toContain('has no open work item');
});

test('[T8] answer asks at the terminal if no values are passed', async () => {
  const { run } = scratch();
  await run(['run', 'ask']);
  const testTerminal = openTestTerminal(['many', '2']);
  const { code, out } = await run(['answer', 'last'], { terminal: testTerminal.terminal });
  expect(code).toBe(0);
  expect(out).toContain('"count": 2');
  expect(testTerminal.shown()).toContain('✗ “count” must be a whole number.');
});

test('[T8] cancel ends a run, and undoes its work with --undo', async () => {
  const { run, json } = scratch();
  await run(['run', 'book']);
  const { code, out } = await run(['cancel', 'last', '--undo']);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^run_\w+ {2}– cancelled after /) });
  const { history } = await json('show', 'last');
  expect(JSON.stringify(history)).toContain('reserve is undone: calls echo');
  expect((await run(['cancel', 'last'])).code).toBe(1);
});

test('[T8] suspend suspends a run and resume resumes it; a signal is accepted', async () => {
  const { run, json } = scratch();
  await run(['run', 'ask']);
  expect((await run(['suspend', 'last'])).out).toMatch(/● suspended\n[\s\S]*→ signalbox resume run_/);
  expect((await json('runs')).runs).toMatchObject([{ state: 'suspended' }]);
  expect((await run(['resume', 'last'])).out).toContain('● waiting');
  expect((await run(['signal', 'last', 'news', '{"a": 1}'])).code).toBe(0);
  expect((await json('show', 'last')).history.at(-1)).toMatchObject({ event: 'signalled', by: 'ann' });
  expect((await run(['signal', 'last'])).err).toContain('signalbox signal RUN NAME [JSON]');
});

test('[T8] reopen retries a failed run with other values, and exits like run', async () => {
  const { run } = scratch();
  expect((await run(['run', 'mend'])).code).toBe(1);
  expect((await run(['reopen', 'last'])).code).toBe(1);
  const mended = await run(['reopen', 'last', '--set', 'to=value.here + 1']);
  expect({ code: mended.code, out: mended.out }).toEqual({ code: 0, out: '8\n' });
  expect((await run(['reopen', 'last'])).code).toBe(1);
  expect((await run(['reopen', 'last', '--set', 'to'])).err).toContain(
    'A variable must be NAME=VALUE, not “to”.',
  );
});

test('[T8] replay shows the state after an event; fork starts another run from it', async () => {
  const { run, json } = scratch();
  await run(['run', 'ask']);
  await run(['answer', 'last', 'count=3']);
  const { run: first } = await json('show', 'last');
  const then = await run(['replay', 'last', '--at', '2']);
  expect(then.out).toMatch(
    /after event 2 of 4\n● waiting\n\n {2}✓ first\n {2}● question\n[\s\S]*Variables:\n {2}\{\n {4}"who": "Ada"/,
  );
  expect(await json('replay', first, '--at', '3')).toMatchObject({
    variables: { question: { count: 3 } },
    events: 4,
  });
  const forked = await run(['fork', 'last', '--at', '2']);
  expect(forked.out).toMatch(/^run_\w+ {2}● waiting\n {2}\? question asks: How many for Ada\?\n/);
  expect((await run(['show', 'last'])).out).toContain(`forked from ${first} after event 2\n`);
  expect((await run(['answer', 'last', 'count=9'])).out).toContain('"count": 9');
  expect((await run(['fork', first])).err).toContain('fork needs the number of an event: --at N');
  expect((await run(['fork', first, '--at', '0'])).err).toContain('a whole number from 1');
});

test('[T8][U8.4] fork goes back to a step by its name', async () => {
  const { run, json } = scratch();
  await run(['run', 'ask']);
  await run(['answer', 'last', 'count=3']);
  const { run: first } = await json('show', 'last');
  const forked = await run(['fork', first, '--step', 'question', '--pass', '1']);
  expect(forked.out).toMatch(/^run_\w+ {2}● waiting\n {2}\? question asks: How many for Ada\?\n/);
  expect((await run(['show', 'last'])).out).toContain(`forked from ${first} after event 2\n`);
  const refusals = [
    [['--step', 'queston'], 'has no step “queston”. Did you mean “question”?'],
    [['--step', 'question', '--pass', '2'], 'has reached the step “question” once so far'],
    [['--step', 'question', '--at', '2'], 'Use --at or --step, not both.'],
    [['--at', '2', '--pass', '1'], '--pass needs --step'],
    [['--step', 'question', '--pass', '0'], 'a whole number from 1'],
  ] as const;
  for (const [words, message] of refusals)
    expect((await run(['fork', first, ...words])).err).toContain(message);
});

test('[T8] an answer in a fork must be approved again, by a person', async () => {
  const { run, json } = scratch();
  await run(['run', 'ask']);
  await run(['answer', 'last', 'count=3']);
  const forked = await run(['fork', 'last', '--at', '3']);
  expect(forked.out).toMatch(/● suspended\n {2}\? question asks: .*was answered in the run/);
  const { run: id } = await json('show', 'last');
  const hint = `→ signalbox answer ${id}.a3 approved=true --data data\n`;
  expect(forked.out).toContain(hint);
  const told = await run(['answer', 'last']);
  expect({ code: told.code, err: told.err.endsWith(hint) }).toEqual({ code: 4, err: true });
  // Piped input does not count as a person's answer: the message names the terminal.
  for (const words of [['approved=true'], ['--value', '{"approved": true}']]) {
    expect((await run(['answer', 'last', ...words])).err).toMatch(
      /Only a person can give it\.\n→ Approve it at a terminal: signalbox answer run_\w+\.a3 --data data\n$/,
    );
  }
  const testTerminal = openTestTerminal(['maybe', 'yes']);
  const { code } = await run(['answer', 'last'], { terminal: testTerminal.terminal });
  expect(code).toBe(0);
  expect(await json('show', 'last')).toMatchObject({ state: 'completed', output: { count: 3 } });
});

test('[T8] an exported run is equal after its import elsewhere; a changed document is refused', async () => {
  const { run, json, read, folder } = scratch();
  await run(['run', 'ask']);
  const exported = await run(['export', 'last', '--out', 'run.json']);
  expect(exported).toMatchObject({ code: 0, out: '' });
  expect((await run(['export', 'last'])).out).toBe(read('run.json'));
  expect((await run(['export', 'last', '--out', 'run.json'])).err).toBe(
    'run.json cannot be written: it already exists.\n',
  );
  const elsewhere = openScratch({
    'run.json': read('run.json'),
    'bad.json': read('run.json').replace('Ada', 'Eve'),
  });
  opened.push(elsewhere);
  expect(elsewhere.folder).not.toBe(folder);
  const there = (...args: readonly string[]) => elsewhere.run([...args, '--data', 'data']);
  const imported = await there('import', 'run.json');
  expect(imported.out).toMatch(/^run_\w+ {2}● suspended\n/);
  const { run: id } = await json('show', 'last');
  expect((await there('show', 'last')).out).toContain(`imported: it was ${id} elsewhere, with 2 events`);
  expect((await there('resume', 'last')).err).toMatch(/→ Approve it at a terminal.*: signalbox answer run_/);
  const testTerminal = openTestTerminal(['yes']);
  await elsewhere.run(['answer', 'last', '--data', 'data'], { terminal: testTerminal.terminal });
  expect((await there('answer', 'last', 'count=5')).out).toContain('"count": 5');
  const bad = await there('import', 'bad.json');
  expect({ code: bad.code, out: bad.out }).toEqual({ code: 2, out: '' });
  expect(bad.err).toContain('The digest does not match');
});

test('[T8] purge counts and removes runs that ended long enough ago, and nothing else', async () => {
  const { run, json } = scratch();
  await run(['run', 'ask']);
  await run(['run', 'mend']);
  expect((await run(['purge'])).out).toMatch(/^0 runs that ended before \d{4}-.* are removed\.\n$/);
  expect((await run(['purge', '--older-than', '0 seconds', '--dry-run'])).out).toMatch(
    /^1 run ended before .* would be removed\.\n$/,
  );
  expect(await json('purge', '--older-than', '0s')).toMatchObject({ purged: 1, remaining: 0, dryRun: false });
  expect((await json('runs')).runs).toMatchObject([{ workflow: 'ask' }]);
  expect(await run(['purge', '--older-than', 'yesterday'])).toMatchObject({
    code: 2,
    out: '',
    err: '“yesterday” is not a time. --older-than takes a duration such as 30d, or a date such as 2026-01-15.\n→ Run “signalbox purge --older-than 30d --dry-run” to count what would be removed.\n',
  });
});

test('[T8] errors are objects with --json', async () => {
  const { json } = scratch();
  expect(await json('show', 'gone')).toMatchObject({
    error: { code: 'run_not_found', category: 'not_found' },
  });
});
