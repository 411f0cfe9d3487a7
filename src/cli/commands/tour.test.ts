import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import type { Host } from '../host/host.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

/** Runs the command line in its own folder. */
async function run(args: readonly string[], overrides: Partial<Host> = {}) {
  const scratch = openScratch();
  opened.push(scratch);
  return { ...(await scratch.run(args, overrides)), folder: scratch.folder };
}

/** The output of one tour without a terminal; most tests only read it. */
let told: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  told = await run(['tour']);
});

test('[T1] the tour runs to its end as plain text, at most as wide as the terminal, and lists the next steps', async () => {
  const { code, out, err, paused, folder } = await run(['tour']);
  expect({ code, err, paused }).toEqual({ code: 0, err: '', paused: 0 });
  expect(out).not.toMatch(/[^\P{C}\n]/u);
  const lines = out.split('\n').filter((line) => !line.includes('file://'));
  expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80);
  expect(out).toMatch(/npm test\b[\s\S]*SPEC\.md\b[\s\S]*ARCHITECTURE\.md/);
  expect(out).toContain('.signalbox/tour.html');
  expect(readFileSync(join(folder, '.signalbox', 'tour.html'), 'utf8')).toContain('<svg');
});

test('[T1][L2] the tour finds five errors in a copy of the example, and its suggestions correct all of them', async () => {
  const { out } = told;
  const places = [...out.matchAll(/^ {2}examples\/travel\/broken\.yaml:\d+:\d+ {2}(\S+)$/gm)];
  expect(places.map(([, rule]) => rule)).toEqual([
    'unknown-node',
    'unknown-call',
    'unknown-key',
    'unset-reference',
    'unknown-name',
    'unset-reference',
  ]);
  expect(out).toMatch(/One check finds 5:[\s\S]*\^{5}[\s\S]*broken\.yaml: 5 proposals applied/);
  expect(out).toContain('Errors left: 0.');
  expect(out).toMatch(/“price”\s+goes to “pay”/);
});

test('[T1][T5] the tour simulates a case of the example: a retry, a question, and a day without waiting', async () => {
  const { out } = told;
  expect(out).toMatch(/\+2\.0 s .*hold failed \(busy\), retry in 1\.0 s\n/);
  expect(out).toMatch(/agree asks .*\n *\+1 d 0 h {2}agree got \{"yes":true\} from ann\n/);
  expect(out).toContain('✓ completed after 1 day 4 seconds of simulated time');
  expect(out).toMatch(/Never taken:\n {4}price never went to pay\n/);
});

test('[T1][T6] the tour runs the tests of the example, and reports that they cover every path', async () => {
  const { out } = told;
  const [, passed] = /(\d+) passed, 0 failed/.exec(out) ?? [];
  expect(Number(passed)).toBeGreaterThan(9);
  expect(out).toMatch(new RegExp(`one of ${passed} cases[^─]*Together\\s+they\\s+cover\\s+every\\s+path\\.`));
});

test('[T1] every command at the end of the tour is valid', async () => {
  const { out } = told;
  const commands = [...out.matchAll(/^ {2}node bin\/signalbox\.js (.*)$/gm)].map(([, words = '']) =>
    words.split(' '),
  );
  expect(commands.map(([verb]) => verb)).toEqual(['validate', 'graph', 'simulate', 'test', 'run']);
  const folder = fileURLToPath(new URL('../../..', import.meta.url));
  const scratch = openScratch();
  opened.push(scratch);
  const environment = { SIGNALBOX_DATA: join(scratch.folder, 'data') };
  for (const words of commands) {
    // No user answers the question of the run.
    const code = words[0] === 'run' ? 4 : 0;
    expect(await run(words, { folder, environment })).toMatchObject({ code });
  }
});

test('[T1] the tour reports what the kernel does', async () => {
  const { out } = told;
  expect(out).toMatch(/hotel fails: line is busy {2}→ {2}try hotel again in 2 s/);
  const hashes = [...out.matchAll(/sha256 (\w+)/g)].map(([, hash]) => hash);
  expect(hashes).toHaveLength(2);
  expect(new Set(hashes).size).toBe(1);
  expect(out).toContain('the same, byte for byte');
  expect(out).toMatch(/undo car[\s\S]*undo flight[\s\S]*the run has failed/);
  expect(out).toContain('Bookings left: 0.');
  expect(out).toMatch(/All 13 were computed again\s+just\s+now: 13 equal/);
  expect(out).toMatch(/✓check {2}–quote {2}✓waitlist/);
  expect(out).toMatch(/about [\d,]+ events per second/);
});

test('[T1] in a terminal the tour pauses and animates, without pauses on request, and with colours only if enabled', async () => {
  const terminal = { isTerminal: true, rows: 60 };
  const moving = await run(['tour'], { ...terminal, colour: true });
  expect(moving.paused).toBeGreaterThan(0);
  expect(moving.out).toContain('\u001b[32m');
  expect(moving.out).toContain('\u001b[J');
  const fast = await run(['tour', '--fast'], terminal);
  expect(fast.paused).toBe(0);
  expect(fast.out).not.toContain('\u001b');
  expect((await run(['tour'], { ...terminal, rows: 24 })).out).not.toContain('\u001b');
});

test('[T1] the page loads nothing, and a folder without write access is reported and does not stop the tour', async () => {
  const { folder, code } = await run(['tour']);
  const page = readFileSync(join(folder, '.signalbox', 'tour.html'), 'utf8').replaceAll(
    'http://www.w3.org/2000/svg',
    '',
  );
  expect(page).toMatch(
    /<h2>The workflow plan_trip[\s\S]*<svg[\s\S]*never went to pay[\s\S]*<h2>A trip that is taken back/,
  );
  expect(page).not.toMatch(/https?:|\bsrc=|\bhref|<script|url\(|@import/);
  expect(code).toBe(0);
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, '');
  const again = await run(['tour'], { folder: blocked });
  expect(again.code).toBe(0);
  expect(again.out).toMatch(/could not be written[\s\S]*npm test/);
});
