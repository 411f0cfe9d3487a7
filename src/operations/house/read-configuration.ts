/** What the operator configured beside the settings, checked as a whole: everything that is wrong is told at once. */
import { existsSync, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AllowedAddresses,
  type ConnectorsConfiguration,
  type ConnectorsReading,
  parseAllowedAddresses,
  publicOnly,
  readConnectorsFile,
} from '../../connectors/index.ts';
import { createRedactor, KeyFileError, type OpenKeyRing } from '../../runtime/index.ts';
import type { OperationViolation } from '../contract/operation-error.ts';
import type { Environment } from '../settings/environment.ts';
import type { Settings } from '../settings/settings-table.ts';
import { dataFiles } from './data-folder.ts';
import { badConfiguration, tryKeys, wrongKeys } from './open-keys.ts';

export interface Configuration extends ConnectorsConfiguration {
  readonly allowed: AllowedAddresses;
  readonly keyRing: OpenKeyRing;
}

/** Rejects with OperationError; then nothing was made. */
export async function readConfiguration(settings: Settings, env: Environment): Promise<Configuration> {
  const allowance = parseAllowedAddresses(settings.allowPrivateAddresses);
  const { configuration, violations } = await readConnectors(settings, env);
  const { redact } = createRedactor(() => configuration.values);
  const wrong: readonly OperationViolation[] = [
    ...(allowance.kind === 'allowed' ? [] : allowance.problems.map(wrongAddress)),
    // An operator may have written a secret where a reference to it belongs.
    ...violations.map((each) => ({ ...each, message: redact(each.message), actual: redact(each.actual) })),
  ];
  // To open keys that are not there is to make them.
  if (wrong.length > 0 && !hasKeys(settings)) throw badConfiguration(wrong);
  const keyRing = await tryKeys(settings);
  if (keyRing instanceof KeyFileError) throw badConfiguration([...wrong, wrongKeys(settings, keyRing)]);
  if (wrong.length > 0) throw badConfiguration(wrong);
  return {
    ...configuration,
    allowed: allowance.kind === 'allowed' ? allowance.allowed : publicOnly,
    keyRing,
  };
}

interface Reading {
  readonly configuration: ConnectorsConfiguration;
  readonly violations: readonly OperationViolation[];
}

async function readConnectors({ connectors: path, data }: Settings, env: Environment): Promise<Reading> {
  const isNamed = path !== join(data, 'connectors.yaml');
  let text = '';
  const violations: OperationViolation[] = [];
  try {
    // Of one that nobody named, the programs are only started if nobody else can have written it.
    const stranger = isNamed ? undefined : findStranger(await stat(path));
    if (stranger === undefined) text = await readFile(path, 'utf8');
    else violations.push(foreign(path, stranger));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    // Nobody has to have one; one that somebody named must be there.
    if (reason !== 'ENOENT' || isNamed) violations.push(unreadable(path, reason));
  }
  const reading = readConnectorsFile({ path, text }, env);
  return {
    configuration: reading.configuration,
    violations: [...violations, ...(text === '' ? [] : located(path, reading))],
  };
}

const located = (file: string, { violations }: ConnectorsReading): readonly OperationViolation[] =>
  violations.map(({ path, rule, message, expected, actual, line, column }) => ({
    path,
    rule,
    message: `${file}:${line}:${column}: ${message}`,
    expected,
    actual,
    line,
    column,
  }));

/** Who else could have written it, in words; undefined where that is only this user or the administrator. */
function findStranger({ uid, mode }: Stats): string | undefined {
  // Windows has no such owners and modes.
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (uid !== user && uid !== 0) return 'belongs to somebody else';
  return (mode & 0o002) === 0 ? undefined : 'can be changed by everybody';
}

const foreign = (path: string, stranger: string): OperationViolation => ({
  path,
  rule: 'foreign-file',
  message: `The file of connectors “${path}” ${stranger}, and says which programs are started. If you trust what is in it, name it with --connectors; to make it yours: chown "$USER" and chmod o-w.`,
  expected: 'a file that only its user can change',
  actual: stranger,
});

const unreadable = (path: string, reason: string): OperationViolation => ({
  path,
  rule: 'unreadable',
  message: `The file of connectors “${path}” cannot be read (${reason}).`,
  expected: 'a file that can be read',
  actual: reason,
});

const wrongAddress = (problem: string): OperationViolation => ({
  path: 'SIGNALBOX_ALLOW_PRIVATE_ADDRESSES',
  rule: 'allowed-addresses',
  message: problem,
  expected: '1, or hosts and ranges parted by commas',
  actual: 'something else',
});

const hasKeys = ({ keys, data }: Settings): boolean => keys !== '' || existsSync(dataFiles(data).keys);
