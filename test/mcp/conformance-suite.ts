/** Runs the official conformance suite, and reads its requirements and findings. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const packages = fileURLToPath(new URL('../../tools/conformance/node_modules', import.meta.url));
const suite = join(packages, '@modelcontextprotocol', 'conformance');

export interface Scenario {
  readonly revision: string;
  readonly name: string;
  readonly isRequired: boolean;
}

export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly message: string;
}

/** By the name of the scenario. */
export type Findings = ReadonlyMap<string, readonly Check[]>;

/** The scenarios of the suite for a server of this revision: all required ones, and additional ones. */
export async function scenariosOf(revision: string): Promise<readonly Scenario[]> {
  const text = await readFile(join(suite, 'requirements', `${revision}.yaml`), 'utf8').catch(() => {
    throw new Error('The conformance suite is not installed: npm test does that once.');
  });
  const requirements: {
    readonly server: readonly string[];
    readonly not_scored: readonly { readonly scenario: string; readonly leg: string }[];
  } = parse(text);
  const besides = requirements.not_scored.filter(({ leg }) => leg === 'server');
  return [
    ...requirements.server.map((name) => ({ revision, name, isRequired: true })),
    ...besides.map(({ scenario }) => ({ revision, name: scenario, isRequired: false })),
  ];
}

/** Waits for streams for about half a second, which may be too short while other tests keep the machine busy. */
const hasty = 'server-stateless';

/** Number of attempts for that scenario. */
const maxAttempts = 3;

/** @param isInOrder whether these checks are the expected result of the scenario */
export async function runSuite(
  url: string,
  revision: string,
  isInOrder: (name: string, checks: readonly Check[]) => boolean,
): Promise<Findings> {
  const all = await run(url, ['--requirements', revision]);
  for (let attempt = 1; attempt < maxAttempts; attempt++) {
    const checks = all.get(hasty);
    if (checks === undefined || isInOrder(hasty, checks)) break;
    // The report must show that the first attempt was not in order.
    process.stderr.write(
      `${revision}: ${hasty} was not in order, and is tried again: ${tellFailed(checks)}\n`,
    );
    const again = await run(url, ['--scenario', hasty, '--spec-version', revision]);
    all.set(hasty, again.get(hasty) ?? []);
  }
  return all;
}

const tellFailed = (checks: readonly Check[]): string =>
  checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ id, message }) => `${id} (${message})`)
    .join('; ');

async function run(url: string, what: readonly string[]): Promise<Map<string, readonly Check[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-conformance-'));
  try {
    const program = [join(suite, 'dist', 'index.js'), 'server', '--url', url];
    const said = await runOn22([...program, ...what, '--output-dir', folder]);
    const findings = await readFindings(folder);
    if (findings.size === 0) throw new Error(`The conformance suite found nothing.\n${said}`);
    return findings;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Its exit code says only whether something failed; the findings are more precise. */
function runOn22(args: readonly string[]): Promise<string> {
  const node = join(packages, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return new Promise((resolve) => {
    execFile(node, args, { maxBuffer: 100_000_000 }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}

/** A folder for each scenario: `server-`, its name, and the time. */
async function readFindings(folder: string): Promise<Map<string, readonly Check[]>> {
  const findings = new Map<string, readonly Check[]>();
  for (const entry of await readdir(folder)) {
    const name = /^server-(.*)-\d{4}-\d\d-\d\dT[\d-]*Z$/.exec(entry)?.[1];
    if (name === undefined) continue;
    const checks: readonly (Omit<Check, 'message'> & { readonly errorMessage?: string })[] = JSON.parse(
      await readFile(join(folder, entry, 'checks.json'), 'utf8'),
    );
    findings.set(
      name,
      checks.map(({ id, status, errorMessage }) => ({ id, status, message: errorMessage ?? '' })),
    );
  }
  return findings;
}
