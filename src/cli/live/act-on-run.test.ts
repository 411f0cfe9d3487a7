/** Tests what verbs print after they acted on a run, how long they wait, and the actions that they suggest. */
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = `workflows:
  mend:
    description: Fails until it is told how
    params: { to: { type: str, default: value.gone } }
    graph:
      compute: { call: transform, args: { value: { here: 7 }, to: $to } }
  unwind:
    description: Fails, and undoes what it did
    graph:
      first: { call: echo }
      reserve: { call: echo, depends_on: [first], args: { room: 7 }, undo: { call: echo, args: { back: 7 } } }
      charge: { call: fail, depends_on: [reserve], args: { message: no money, code: broke } }
  retry:
    graph: { a: { call: fail, args: { message: no, code: no }, on_error: { retry: 1, delay: 200 } } }
  retry_later:
    graph:
      question: { type: yield, message: Go?, expects: { go: bool } }
      a: { call: fail, depends_on: [question], args: { message: no, code: no }, on_error: { retry: 1, delay: 200 } }
  linger:
    graph:
      question: { type: yield, message: Go?, expects: { go: bool } }
      nap: { wait: 1 hour, depends_on: [question] }
  beside:
    graph:
      question: { type: yield, message: Well? }
      nap: { wait: 200 }
      say: { call: echo, depends_on: [nap], args: { late: true } }
  lines:
    graph: { q: { type: yield, message: "Check:\\n- one\\n- two\\n" } }
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
  return { run, json };
}

test('[T8] cancel --undo of a fork warns that shared work is undone for both', async () => {
  const { run, json } = scratch();
  await run(['run', 'book']);
  const { run: first } = await json('show', 'last');
  await run(['fork', 'last', '--at', '2']);
  expect((await run(['cancel', 'last', '--undo'])).err).toContain(
    `It shares 2 events with ${first}: work of these events is undone for both.\n`,
  );
});

test('[T8][O2.3] a run that has undone its work says so and is not reopened: a fork from before the work is suggested', async () => {
  const { run, json } = scratch();
  const failed = await run(['run', 'unwind']);
  const { run: id, history } = await json('show', 'last');
  const command = `→ signalbox fork ${id} --at 2 --data data\n`;
  expect(failed.err).toContain(`\n  ↶ undone: reserve\n  → signalbox show ${id} --data data\n  ${command}`);
  const shown = (await run(['show', 'last'])).out;
  expect(shown).not.toContain('→ signalbox show');
  expect(shown).toContain(`\n  ↶ undone: reserve\n  ${command}`);
  expect(shown).toContain('\nSo far:\n  ↶ undone: reserve\n  {\n');
  const refused = await run(['reopen', 'last']);
  expect(refused).toMatchObject({
    code: 1,
    err: `The work of the run has been undone. It cannot continue; fork it instead.\n${command}`,
  });
  // At the suggested event the undone work is not done yet: the fork does it again.
  expect(history[2].lines).toContainEqual(expect.stringContaining('reserve got'));
  expect(await run(['fork', id, '--step', 'charge'])).toMatchObject({
    code: 1,
    err: `After event 3 the run “${id}” had done work that has been undone since: “reserve”. A fork from there cannot use it.\n→ Fork it from event 2 or before: the fork then does that work again.\n`,
  });
  const forked = await run(['fork', id, '--at', '2']);
  expect(forked.err).toMatch(/reserve got \{"room":7\}[\s\S]*reserve undone/);
});

test('[T8] a verb on a failed run suggests how to retry it', async () => {
  const { run, json } = scratch();
  await run(['run', 'mend']);
  const { run: id } = await json('show', 'last');
  for (const words of [
    ['cancel', 'last'],
    ['signal', 'last', 'news'],
  ]) {
    expect(await run(words)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`\n→ signalbox reopen ${id} --data data\n`),
    });
  }
});

test('[T7][T8] run and answer wait while a timer is near, and answer leaves a run that waits for long', async () => {
  const { run } = scratch();
  const started = await run(['run', 'retry']);
  expect({ code: started.code, err: started.err }).toEqual({
    code: 1,
    err: expect.stringMatching(/retry in 200 ms[\s\S]*\(attempt 2\)[\s\S]*✗ failed/),
  });
  await run(['run', 'retry_later']);
  const answered = await run(['answer', 'last', 'go=true']);
  expect(answered).toMatchObject({ code: 0, out: expect.stringContaining('✗ failed') });
  await run(['run', 'linger']);
  const left = await run(['answer', 'last', 'go=true']);
  expect(left).toMatchObject({
    code: 0,
    out: expect.stringMatching(/● waiting\n {2}● nap waits until .*\n {2}→ signalbox show run_\w+ --follow/),
  });
});

test('[T7] run continues while a question is open next to a near timer, and reports the question then', async () => {
  const { run } = scratch();
  const { code, err } = await run(['run', 'beside']);
  expect(code).toBe(4);
  expect(err).toMatch(/say got \{"late":true\}[\s\S]*● waiting\n {2}\? question asks: Well\?\n/);
});

test('[T8] a message of several lines keeps them, and is one line in a list', async () => {
  const { run } = scratch();
  const started = await run(['run', 'lines']);
  expect(started.err).toMatch(/\n {2}\? q asks: Check:\n {4}- one\n {4}- two\n {4}→ signalbox answer /);
  expect((await run(['show', 'last'])).out).toContain('  ? q asks: Check:\n    - one\n    - two\n    →');
  expect((await run(['items'])).out).toContain('  Check: - one - two  ');
  expect((await run(['answer', 'last'])).err).toMatch(/^\? Check:\n {2}- one\n {2}- two\n {2}→ /);
});
