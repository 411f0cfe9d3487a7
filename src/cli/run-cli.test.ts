import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../test/cli/open-scratch.ts';
import type { Host } from './host/host.ts';

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

test('[T2] an unknown verb, option or argument is refused with a suggestion, on the error stream', async () => {
  expect(await run(['tuor'])).toMatchObject({
    code: 2,
    out: '',
    err: 'Unknown verb “tuor”. Did you mean “tour”?\nRun “signalbox --help” for usage.\n',
  });
  expect(await run(['tour', '--fats'])).toMatchObject({
    code: 2,
    out: '',
    err: 'Unknown option “--fats” for tour. Did you mean “--fast”?\nRun “signalbox --help” for usage.\n',
  });
  expect((await run(['--versoin'])).err).toContain('Did you mean “--version”?');
  expect((await run(['tour', 'paris'])).err).toContain('Unexpected argument “paris” for tour.');
  const far = await run(['zzzzzz']);
  expect(far.code).toBe(2);
  expect(far.err).not.toContain('Did you mean');
});

test('[T2] control characters of typed text do not reach the terminal', async () => {
  const { err } = await run(['tou\u001b[2Jr']);
  expect(err).not.toContain('\u001b');
});

test('[T2] help and version exist with and without a verb', async () => {
  for (const args of [[], ['--help'], ['-h']]) {
    const { code, out } = await run(args);
    expect(code).toBe(0);
    expect(out).toMatch(/Verbs:\n {2}tour /);
  }
  expect((await run(['tour', '--help'])).out).toContain('--fast');
  for (const args of [['--version'], ['-v'], ['tour', '--version']]) {
    expect((await run(args)).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  }
});

test('[T2] help of a verb has its usage, every option and complete examples', async () => {
  for (const verb of ['validate', 'graph', 'simulate', 'test']) {
    const { code, out } = await run([verb, '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^signalbox ${verb} (?:\\[FILE…\\]|FILE\\|WORKFLOW) \\[options\\]\n`));
    expect(out).toContain('--api FILE');
    expect(out).toMatch(new RegExp(`Examples:\n {2}signalbox ${verb} `));
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  }
});

test('[T2][T8] every listed verb has a help with its options and examples that fits a terminal', async () => {
  const listed = (await run([])).out.split('Options:')[0]?.matchAll(/^ {2}(\w+(?: \w+)?) {2,}/gm) ?? [];
  const verbs = [...listed].map(([, verb = '']) => verb);
  expect(verbs).toEqual(
    expect.arrayContaining(['run', 'answer', 'import', 'doctor', 'config', 'document show']),
  );
  for (const verb of verbs.filter((each) => each !== 'tour')) {
    const { code, out } = await run([...verb.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(`^signalbox ${verb} [^\\n]*\\[options\\]\n[\\s\\S]*Examples?:\n {2}signalbox ${verb}\\b`),
    );
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
    const works = ['validate', 'graph', 'simulate', 'test'].includes(verb) ? '--api FILE' : '--data DIR';
    expect(out).toContain(works);
  }
});

test('[T2] a verb that needs a file reports that, and a missing, repeated or unexpected value is refused', async () => {
  const misunderstood = async (...args: readonly string[]) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    return err;
  };
  expect(await misunderstood('validate')).toContain('signalbox validate FILE');
  expect(await misunderstood('graph', 'a.yaml', '--format')).toContain('--format needs a value');
  expect(await misunderstood('graph', 'a.yaml', '--format', '--width')).toContain('--format needs a value');
  expect(await misunderstood('graph', '--width=1', '--width=2', 'a.yaml')).toContain('--width is repeated');
  expect(await misunderstood('validate', 'a.yaml', '--json=yes')).toContain('--json takes no value');
  expect(await misunderstood('graph', 'a.yaml', 'b.yaml')).toContain(
    'Unexpected argument “b.yaml” for graph.',
  );
  expect(await misunderstood('simulate', 'a.yaml', '--parm', 'a=b')).toContain('Did you mean “--param”?');
});

test('[T2] after -- every word is an argument, and an option and its value may be one word', async () => {
  const after = await run(['validate', '--json', '--', '--json']);
  expect(after.err).toBe('--json cannot be read: the file does not exist.\n');
  const joined = await run(['graph', '--format=tekst', 'a.yaml']);
  expect(joined.err).toContain('Unknown format “tekst”. Did you mean “text”?');
});
