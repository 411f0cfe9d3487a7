import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type AskScratch, openAskScratch } from '../../../../test/questions/open-ask-scratch.ts';

const opened: AskScratch[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

function scratch(files?: Readonly<Record<string, string>>): AskScratch {
  const made = openAskScratch(files);
  opened.push(made);
  return made;
}

/** Lines that follow one another as one. */
const unwrapped = (text: string): string => text.replaceAll(/(?<=\S)\n *(?=\S)/g, ' ');

test('[Q10.3] each answer is stored for the owner alone, and an unfinished session is offered, or a new one begun', async () => {
  const { walk, stored, sessions } = scratch();
  const left = await walk(['open-shop'], ['shop', undefined]);
  expect(left.code).toBe(4);
  const [, id = ''] =
    /To continue:\n {2}→ signalbox ask --resume (run_\w+) --data data\n$/.exec(left.shown) ?? [];
  expect(stored()).toEqual([`${id}.json`]);
  const file = join(sessions, `${id}.json`);
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toEqual([
    'workflow_id',
    'session_id',
    'state_blob',
    'saved_at',
    'expires_at',
  ]);
  expect([statSync(file).mode & 0o777, statSync(sessions).mode & 0o777]).toEqual([0o600, 0o700]);
  const again = await walk(['open-shop'], ['perhaps', 'yes', 'kiel', ':quit']);
  expect(again.shown).toMatch(
    /^An unfinished session exists: run_\w+, saved .*\n {2}Continue it .*\? perhaps\n {2}✗ Type yes or no\.\n.*\? yes\n\nQuestion 2,/,
  );
  const anew = await walk(['open-shop'], ['no', 'ship', ':quit']);
  expect(anew.shown).toContain('Question 1');
  expect(stored()).toHaveLength(2);
  const second = await walk(['open-shop'], ['yes', '2', ':quit']);
  expect(second.shown).toMatch(
    /^Unfinished sessions exist:\n {2}1\) .*\n {2}2\) .*\n[^\n]*\? yes\n {2}✗ Type a number of the list, or no\.\n[^\n]*\? 2\n\nQuestion 3,/,
  );
  expect((await walk(['log-in'], [':quit'])).shown).toMatch(/^\nQuestion 1/);
  expect((await walk(['open-shop', '--new'], [':quit'])).shown).toMatch(/^\nQuestion 1/);
});

test('[Q10.3] a session is resumed by its id, the beginning of it, or as the last one', async () => {
  const { walk, stored } = scratch();
  await walk(['open-shop'], ['shop', ':quit']);
  await walk(['open-shop', '--new'], ['ship', 'ulm', ':quit']);
  const last = await walk(['--resume', 'last'], [':quit']);
  expect(last.shown).toMatch(/^\nQuestion 3/);
  const ids = stored().map((name) => name.replace('.json', ''));
  for (const id of ids) expect((await walk(['--resume', id], [':quit'])).code).toBe(4);
  expect(await walk(['--resume', 'run_'], [])).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^“run_” belongs to several sessions\. These are stored:\n {2}run_\w+ {2}open-shop\n/,
    ),
  });
  const done = await walk(['--resume', 'last'], ['y', '', 'yes']);
  expect({ code: done.code, stored: stored().length }).toEqual({ code: 0, stored: 1 });
});

test('[Q10.3] the printed commands repeat the options that were given, and work', async () => {
  const { walk } = scratch({
    'other flows/lamp.yaml': `version: "1.0.0"
workflow_id: lamp
states:
  colour: { question: { id: colour, type: string, prompt: Which colour? }, next_state: watts }
  watts: { question: { id: watts, type: integer, prompt: How many watts? } }
`,
    'services.yaml': 'services: {}\n',
  });
  const options = ['--tenant', 'acme', '--roles', 'ops,dev', '--workflows', 'other flows'];
  const files = ['--connectors', 'data/connectors.yaml', '--services', 'services.yaml'];
  const left = await walk(['lamp', ...options, ...files], ['red', ':quit']);
  const flags = `--data data --tenant acme --roles 'ops,dev' --workflows 'other flows' ${files.join(' ')}`;
  const [, id = '', printed] = /→ signalbox ask --resume (run_\w+) (.*)\n$/.exec(left.shown) ?? [];
  expect({ err: left.err, printed }).toEqual({ err: '', printed: flags });
  const resumed = await walk(['--resume', id, ...options, ...files], [':quit']);
  expect(resumed.shown).toMatch(/^\nQuestion 2/);
});

test('[Q10.3] a state that is refused, has expired or is damaged is reported, with the way to begin anew', async () => {
  const { walk, stored, sessions } = scratch();
  await walk(['open-shop'], ['shop', ':quit']);
  const file = join(sessions, stored()[0] ?? '');
  const state = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...state, state_blob: `${state.state_blob.slice(0, -4)}AAAA` }));
  const tampered = await walk(['open-shop'], ['yes']);
  expect(tampered).toMatchObject({
    code: 1,
    err: 'The state was changed after it was sealed.\n→ To begin anew: signalbox ask open-shop --new --data data\n',
  });
  writeFileSync(file, '{"half": ');
  const damaged = await walk(['open-shop'], [':quit']);
  expect(unwrapped(damaged.shown)).toMatch(/^The session file “.*” is damaged: .*\n\nQuestion 1/);
  writeFileSync(file, JSON.stringify({ ...state, expires_at: '2020-01-01T00:00:00.000Z' }));
  const expired = await walk(['open-shop'], [':quit']);
  expect(unwrapped(expired.shown)).toMatch(
    /^The session run_\w+ of “open-shop” has expired, and is removed\.\n\nQuestion 1/,
  );
  expect(stored()).toEqual([]);
});

test('[Q10.3] a session whose expiry cannot be read is kept, and can be continued', async () => {
  const { walk, stored, sessions } = scratch();
  await walk(['open-shop'], ['shop', ':quit']);
  const file = join(sessions, stored()[0] ?? '');
  const state = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...state, expires_at: 'in a month' }));
  expect((await walk(['open-shop'], ['yes', ':quit'])).shown).toMatch(/\n\nQuestion 2/);
  expect(stored()).toHaveLength(1);
});

test('[Q10.3] an answer that cannot be stored ends the session, and says why', async () => {
  const { walk } = scratch({ 'data/sessions': 'a file' });
  const { code, err } = await walk(['open-shop', '--new'], ['shop']);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^The session file “.*” cannot be written/),
  });
});
