import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { registryWithToy } from '../../../test/rest/toy-operation.ts';

const document = `workflows:
  ask_name:
    description: Asks for a name
    graph:
      ask: { type: yield, message: "Who?", expects: { name: str } }
    result: $ask.name
`;

let scratch: Scratch;
let started: string;
beforeAll(async () => {
  scratch = openScratch({ 'workflows/ask.yaml': document, 'plain/file.txt': '' });
  await scratch.run(['run', 'ask_name', ...places, '--no-wait']);
  started = JSON.parse((await scratch.run(['runs', ...places, '--json'])).out).runs[0].run;
});
afterAll(() => scratch.close());

const places = ['--data', 'data', '--workflows', 'workflows'];

/** The lines that are printed for the words. */
async function lines(...words: readonly string[]): Promise<readonly string[]> {
  const { code, out, err } = await scratch.run(['complete', '--', ...words]);
  expect([code, err]).toEqual([0, '']);
  return out.split('\n').slice(0, -1);
}
/** Without what they mean. */
const complete = async (...words: readonly string[]) =>
  (await lines(...words)).map((line) => line.split('\t')[0]);

describe('what the declarations say', () => {
  test('[T12] the verbs of the help, with what they do', async () => {
    const { out } = await scratch.run(['--help']);
    const verbs = [...(out.split('Options:')[0] ?? '').matchAll(/^ {2}([a-z]+)/gm)].map(([, verb]) => verb);
    expect(await complete('')).toEqual([...new Set(verbs)]);
    expect(await lines('workfl')).toEqual(['workflows\tlists the workflows, by name']);
    expect(await complete('document', 'r')).toEqual(['revisions', 'rename']);
    expect(await complete('complet')).toEqual(['completion']);
  });

  test('[T12] the options of every verb, as its help has them', async () => {
    const names = (await scratch.run(['--help'])).out.split('Options:')[0] ?? '';
    const verbs = [...names.matchAll(/^ {2}((?:[a-z]+ )?[a-z]+) {2}/gm)].map(([, verb = '']) =>
      verb.split(' '),
    );
    expect(verbs.length).toBeGreaterThan(40);
    for (const verb of verbs) {
      const { out } = await scratch.run([...verb, '--help']);
      const options = [...out.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name);
      expect([verb, await complete(...verb, '--')]).toEqual([verb, options]);
    }
  });

  test('[T12] an option is offered once, unless it is repeatable', async () => {
    const left = await complete('runs', '--json', '--status', 'failed', '--');
    expect(left).not.toContain('--json');
    expect(left).toContain('--status');
  });

  test('[T12] choices of options and arguments', async () => {
    expect(await complete('graph', 'a.yaml', '--format', '')).toEqual(['text', 'mermaid', 'svg', 'json']);
    expect(await complete('graph', '--format=m')).toEqual(['--format=mermaid']);
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await complete('item', 're')).toEqual(['renew', 'release', 'resume']);
    expect(await complete('schema', 'gr')).toEqual(['graph']);
    expect(await complete('serve', '--mode', 'p')).toEqual(['production']);
  });

  test('[T12] files and folders are left to the shell', async () => {
    expect(await complete('validate', '')).toEqual([':files']);
    expect(await complete('run', 'x', '--data', '')).toEqual([':folders']);
    expect(await complete('run', '--data=')).toEqual([':folders']);
    expect(await complete('validate', '--', '-x')).toEqual([':files']);
  });

  test('[T12] nothing follows an unknown verb, a number or a text', async () => {
    for (const words of [
      ['nothing', ''],
      ['runs', '--limit', ''],
      ['run', 'x', '--key', ''],
    ]) {
      expect(await complete(...words)).toEqual([]);
    }
  });
});

describe('what the data folder holds', () => {
  test('[T12] workflows, runs and work items by the names of arguments and options', async () => {
    expect(await lines('run', 'ask', ...places).then(() => lines('run', ...places, 'ask'))).toEqual([
      ':files',
      'ask_name\tAsks for a name',
    ]);
    expect(await complete('runs', ...places, '--workflow', '')).toEqual(['ask_name']);
    expect(await lines('show', ...places, 'run_')).toEqual([`${started}\task_name, running`]);
    expect(await complete('show', ...places, '')).toEqual(['last', started]);
    expect(await complete('compare', ...places, 'last', 'run_')).toEqual([started]);
    expect(await complete('events', ...places, `--workflow=a`)).toEqual(['--workflow=ask_name']);
    const [item = ''] = (await complete('answer', ...places, 'run_')).slice(0, 1);
    expect(item.startsWith(started)).toBe(true);
    expect(await complete('item', ...places, 'hold', item.slice(0, -1))).toContain(item);
  });

  test('[T12] a new operation is completed by the names of its fields', async () => {
    const { out } = await scratch.run(['complete', '--', 'greeting', 'send', 'Ada', '--'], {
      registry: registryWithToy,
    });
    expect(out).toMatch(/^--times\thow often$/m);
  });

  test('[T12] it is silent about errors, and creates nothing', async () => {
    expect(await complete('show', '--data', 'absent', '')).toEqual([]);
    expect(existsSync(join(scratch.folder, 'absent'))).toBe(false);
    expect(await complete('show', '--data', 'plain/file.txt', '')).toEqual([]);
    writeFileSync(join(scratch.folder, 'plain/signalbox.db'), 'not a database, but long enough to be one');
    expect(await complete('show', '--data', 'plain', '')).toEqual([]);
    const { code, out, err } = await scratch.run(['complete', '--', 'runs', '--js'], {
      environment: { SIGNALBOX_LANGUAGES: 'absent.mjs' },
    });
    expect({ code, out, err }).toEqual({ code: 0, out: '--json\tprints JSON\n', err: '' });
    for (const words of [[], ['complete'], ['--'], ['complete', '--']]) {
      expect((await scratch.run(['complete', ...words])).err).toBe('');
    }
  });
});

test('[T12] an unknown shell is refused with the known ones', async () => {
  expect(await scratch.run(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    out: '',
    err: 'Unknown shell “tcsh”. Use one of: bash, zsh, fish.\n',
  });
});
