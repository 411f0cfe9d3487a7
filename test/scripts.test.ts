/** The logic of `npm start`, `npm test` and `npm run test:mutants`. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addUp, closingLine } from '../scripts/closing-line.js';
import { judge, readMutant, rules, rulesWithoutMutant } from '../scripts/mutant.js';
import {
  describeMissing,
  findMissing,
  isAtLeast,
  needs,
  packagesFor,
  testNeeds,
  testTools,
} from '../scripts/needs.js';
import { isInstalled, markInstalled } from '../scripts/prepare.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const need = (found: string | undefined, extra: { readonly package?: string } = {}) => ({
  name: 'lamp',
  minVersion: '20.20',
  why: 'see',
  find: () => found,
  command: 'apt-get install -y lamp',
  ...extra,
});

describe('needs', () => {
  test('[A6] the machine that runs the tests meets all requirements', () => {
    expect(findMissing([...needs, ...testNeeds])).toEqual([]);
  });

  test('[A6] every requirement has a reason and one command', () => {
    for (const { name, why, command } of [...needs, ...testNeeds]) {
      expect(name).not.toBe('');
      expect(why).not.toBe('');
      expect(command.split('\n')).toHaveLength(1);
    }
  });

  test('[A6] package.json and the table require the same Node', () => {
    const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    expect(engines.node).toBe(`>=${needs.find(({ name }) => name === 'Node.js')?.minVersion}`);
  });

  test.each([
    ['20.20.0', '20.20', true],
    ['20.19.9', '20.20', false],
    ['20.3.0', '20.20', false],
    ['22.0.0', '20.20', true],
    ['18.20.4', '20.20', false],
    ['21.0.0-nightly', '20.20', true],
    ['3', '', true],
  ])('[A6] version %s against the minimum %s: %s', (version, minVersion, enough) => {
    expect(isAtLeast(version, minVersion)).toBe(enough);
  });

  test('[A6] a missing or outdated tool is reported with its command', () => {
    const missing = findMissing([need('20.21.0'), need(undefined), need('18.0.0')]);
    expect(describeMissing(missing)).toBe(
      'lamp 20.20 or newer is needed to see; none was found.\n  Run:  apt-get install -y lamp\n' +
        'lamp 20.20 or newer is needed to see; this machine has 18.0.0.\n  Run:  apt-get install -y lamp',
    );
  });

  test('[A6] packages are installed only on Debian, only as root, and only if that meets all requirements', () => {
    const installable = findMissing([need(undefined, { package: 'lamp' })]);
    const mixed = findMissing([need(undefined, { package: 'lamp' }), need(undefined)]);
    expect(packagesFor(installable, { debian: true, root: true })).toEqual(['lamp']);
    expect(packagesFor(installable, { debian: true, root: false })).toBeUndefined();
    expect(packagesFor(installable, { debian: false, root: true })).toBeUndefined();
    expect(packagesFor(mixed, { debian: true, root: true })).toBeUndefined();
  });
});

test('[A6] packages count as installed until package-lock.json changes or one of them is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-stamp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(isInstalled(folder)).toBe(false);
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  writeFileSync(join(folder, 'package.json'), '{ "devDependencies": { "tool": "1" } }');
  mkdirSync(join(folder, 'node_modules', 'tool'), { recursive: true });
  expect(isInstalled(folder)).toBe(false);
  markInstalled(folder);
  expect(isInstalled(folder)).toBe(true);
  rmSync(join(folder, 'node_modules', 'tool'), { recursive: true });
  expect(isInstalled(folder)).toBe(false);
  mkdirSync(join(folder, 'node_modules', 'tool'));
  expect(isInstalled(folder)).toBe(true);
  writeFileSync(join(folder, 'package-lock.json'), '{ }');
  expect(isInstalled(folder)).toBe(false);
});

describe.each(['.', ...testTools.map(({ folder }) => folder)])('package-lock.json in %s', (folder) => {
  const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');

  test('[A6] it names no registry', () => {
    expect(text).not.toMatch(/"resolved"/);
  });

  // `npm ci` refuses a lock file that lacks a binary of another platform; npm leaves it out if a registry has none yet.
  test('[A6] it has the optional packages of every platform', () => {
    const { packages }: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } =
      JSON.parse(text);
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    const paths = Object.keys(packages);
    expect(wanted.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([]);
  });
});

test('[A6] npm run check starts in a folder with a space in its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox with space-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // Without npm it ends at its first step, and says so.
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/check.js')], {
    encoding: 'utf8',
    env: { PATH: '' },
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('npm 9 or newer is needed'),
  });
});

describe('the closing line of npm test', () => {
  const step = (ok: boolean) => ({ name: 'x', ok, seconds: 1 });
  const report = (passed: number, failed: number) => ({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 0,
  });

  test('[A6] counts tests and steps', () => {
    expect(closingLine(addUp([step(true), step(false)], step(true), report(40, 0)))).toBe(
      '41 passed, 1 failed',
    );
    expect(closingLine(addUp([step(true)], step(false), report(40, 2)))).toBe('41 passed, 2 failed');
  });

  test('[A6] never hides that vitest failed without a failed test', () => {
    expect(addUp([step(true)], step(false), report(40, 0))).toEqual({ passed: 41, failed: 1 });
    expect(addUp([], step(false), undefined)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('mutants', () => {
  const files = readdirSync(`${root}test/mutants`).filter((file) => file.endsWith('.patch'));
  const withoutGit = spawnSync('git', ['--version']).status !== 0;
  const result = (status: string, message = '') => ({
    name: 'a.test.ts',
    message,
    assertionResults: [{ status, fullName: `[K3] ${status}` }],
  });

  test.skipIf(withoutGit)(
    '[A7] every mutant is named after a rule, describes its defect, and still applies',
    () => {
      for (const file of files) {
        const mutant = readMutant(file, readFileSync(`${root}test/mutants/${file}`, 'utf8'));
        expect(mutant.breaks, file).not.toBe('');
        const check = spawnSync('git', ['apply', '--check', `test/mutants/${file}`], {
          cwd: root,
          encoding: 'utf8',
        });
        expect(check.stderr, file).toBe('');
      }
    },
  );

  test('[A7] the name contains the rule, the comments the defect and the tests to run', () => {
    const diff = '--- a/src/kernel/a.ts\n+++ b/src/kernel/a.ts\n';
    expect(readMutant('K03-or-join.patch', `# K3: ignores busy tasks\n${diff}`)).toEqual({
      name: 'K03-or-join',
      rule: 'K3',
      breaks: 'K3: ignores busy tasks',
      tests: ['src/kernel', 'test/random-nets', 'test/reference-engine'],
    });
    expect(readMutant('K12-x.patch', `# K12: x\n# tests: src/kernel/or src/cli\n${diff}`).tests).toEqual([
      'src/kernel/or',
      'src/cli',
    ]);
    expect(() => readMutant('or-join.patch', diff)).toThrow('K03-what-is-broken');
  });

  test('[A7] a rule without a mutant is found', () => {
    const mutants = rules.filter((rule) => rule !== 'K7').map((rule) => readMutant(`${rule}-x.patch`, ''));
    expect(rulesWithoutMutant(mutants)).toEqual(['K7']);
  });

  test('[A7] only a failed test or an endless run kills a mutant', () => {
    const passed = { numPassedTests: 1, numFailedTests: 0, testResults: [result('passed')] };
    const failed = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [result('passed'), result('failed')],
    };
    const unloaded = {
      numPassedTests: 0,
      numFailedTests: 0,
      testResults: [{ name: 'a.test.ts', message: 'syntax', assertionResults: [] }],
    };
    expect(judge(failed, false)).toEqual({ kind: 'killed', by: '[K3] failed' });
    expect(judge(undefined, true).kind).toBe('killed');
    expect(judge(passed, false).kind).toBe('survived');
    expect(judge(unloaded, false).kind).toBe('broken');
    expect(judge(undefined, false).kind).toBe('broken');
    expect(judge({ ...passed, numPassedTests: 0, testResults: [] }, false).kind).toBe('broken');
  });
});
