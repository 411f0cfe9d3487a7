/** Every setting in one table: how it is called, what it may be, what it is where nobody says, and what it means. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngineLimits } from '../../runtime/index.ts';
import type { Environment } from './environment.ts';
import { findDataFolder } from './find-data-folder.ts';
import {
  choice,
  duration,
  type Form,
  hostName,
  names,
  orNever,
  path,
  paths,
  text,
  type Where,
  webAddress,
  wholeNumber,
  yesOrNo,
} from './setting-form.ts';

export interface Settings {
  readonly data: string;
  readonly workflows: readonly string[];
  readonly connectors: string;
  readonly tenants: boolean;
  readonly durability: 'full' | 'normal';
  readonly allowPrivateAddresses: string;
  readonly keys: string;
  /** In milliseconds; null keeps ended runs for ever. */
  readonly retention: number | null;
  readonly lease: number;
  readonly receiptLife: number;
  readonly callsPerRun: number;
  readonly waitingCalls: number;
  readonly waitingCallsPerTenant: number;
  readonly queued: number;
  readonly queuedPerTenant: number;
  readonly loadedRuns: number;
  readonly port: number;
  readonly host: string;
  /** Empty where it is reached under its own address only. */
  readonly publicUrl: string;
  readonly toolsets: readonly string[];
  readonly pinned: readonly string[];
  readonly logLevel: LogLevel;
}

export type LogLevel = 'usual' | 'error' | 'warn' | 'info';

export interface Setting<Value> {
  /** May be given more than once where the value is a list. */
  readonly flag?: string;
  /** Those after the first are other names for it, `unit` is put behind numbers that have none. */
  readonly variables: readonly (string | { readonly name: string; readonly unit: string })[];
  readonly form: Form<Value>;
  /** Never shown. */
  readonly secret?: true;
  /** What it is where nobody says. */
  readonly standard: (surroundings: Surroundings) => Value;
  readonly meaning: string;
}

export interface Surroundings extends Where {
  readonly env: Environment;
  /** The data folder; only for settings after it. */
  readonly data: string;
}

export type SettingsTable = { readonly [Name in keyof Settings]: Setting<Settings[Name]> };

const second = 1_000;
const day = 86_400_000;

/** @param name of the variable, without its beginning */
const limit = (name: string, usual: number, meaning: string): Setting<number> => ({
  variables: [`SIGNALBOX_${name}`],
  form: wholeNumber(1, 1_000_000),
  standard: () => usual,
  meaning,
});

export const settingsTable: SettingsTable = {
  data: {
    flag: '--data',
    variables: ['SIGNALBOX_DATA'],
    form: path,
    standard: ({ env, ...where }) => findDataFolder(where, env),
    meaning: 'the folder where runs are kept',
  },
  workflows: {
    flag: '--workflows',
    variables: ['SIGNALBOX_WORKFLOWS', 'REGISTRY_WORKFLOWS_PATH'],
    form: paths,
    standard: ({ folder, data }) => {
      const here = join(folder, 'workflows');
      return [existsSync(here) ? here : join(data, 'workflows')];
    },
    meaning: 'folders of workflows: all are read, the first is also written to',
  },
  connectors: {
    flag: '--connectors',
    variables: ['SIGNALBOX_CONNECTORS'],
    form: path,
    // Never that of the current folder, which may be somebody else's: it says which programs are started.
    standard: ({ data }) => join(data, 'connectors.yaml'),
    meaning: 'the file that says what workflows may call and which secrets they may use',
  },
  tenants: {
    variables: ['SIGNALBOX_TENANTS'],
    form: yesOrNo,
    standard: () => false,
    meaning: 'whether several tenants share this installation, each with workflows of its own',
  },
  durability: {
    variables: ['SIGNALBOX_DURABILITY'],
    form: choice(['full', 'normal']),
    standard: () => 'full',
    meaning: '“full” survives a power cut; “normal” is faster and survives everything else',
  },
  allowPrivateAddresses: {
    variables: ['SIGNALBOX_ALLOW_PRIVATE_ADDRESSES'],
    form: text,
    standard: () => '',
    meaning: 'private addresses that workflows may call: 1 for all, or hosts and ranges parted by commas',
  },
  keys: {
    variables: ['SIGNALBOX_KEYS'],
    form: text,
    secret: true,
    standard: () => '',
    meaning:
      'keys that seal what leaves the house, as id:key; else they are made and kept in the data folder',
  },
  retention: {
    variables: ['SIGNALBOX_RETENTION'],
    form: orNever(duration(60 * second, 36_500 * day)),
    standard: () => 30 * day,
    meaning: 'how long ended runs are kept when purge is not told',
  },
  lease: {
    variables: ['SIGNALBOX_LEASE'],
    form: duration(second, 365 * day),
    standard: () => 300 * second,
    meaning: 'how long a work item is held when its holder does not say',
  },
  receiptLife: {
    variables: ['SIGNALBOX_IDEMPOTENCY_TTL', { name: 'YAWL_MCP_IDEMPOTENCY_TTL_SECONDS', unit: 's' }],
    form: duration(second, 3_650 * day),
    standard: () => defaultEngineLimits.receiptLife,
    meaning: 'how long an idempotency key is remembered',
  },
  callsPerRun: limit('CALLS_PER_RUN', defaultEngineLimits.callsPerRun, 'calls of one run at once'),
  waitingCalls: limit(
    'WAITING_CALLS',
    defaultEngineLimits.waitingCalls,
    'calls that may wait for their connector before new work is refused',
  ),
  waitingCallsPerTenant: limit(
    'WAITING_CALLS_PER_TENANT',
    defaultEngineLimits.waitingCallsPerTenant,
    'the same for one tenant',
  ),
  queued: limit('QUEUED', defaultEngineLimits.queued, 'requests that may wait before new ones are refused'),
  queuedPerTenant: limit('QUEUED_PER_TENANT', defaultEngineLimits.queuedPerTenant, 'the same for one tenant'),
  loadedRuns: limit('LOADED_RUNS', defaultEngineLimits.loadedRuns, 'runs that are kept in memory'),
  port: {
    flag: '--port',
    variables: ['SIGNALBOX_PORT'],
    form: wholeNumber(0, 65_535),
    standard: () => 8_484,
    meaning: 'the port of the server; 0 takes one that is free',
  },
  host: {
    flag: '--host',
    variables: ['SIGNALBOX_HOST'],
    form: hostName,
    standard: () => '127.0.0.1',
    meaning: 'the address that the server listens at',
  },
  publicUrl: {
    variables: ['SIGNALBOX_PUBLIC_URL'],
    form: webAddress,
    standard: () => '',
    meaning: 'the address under which others reach the server, where that is not its own',
  },
  toolsets: {
    flag: '--toolsets',
    variables: ['SIGNALBOX_TOOLSETS'],
    form: names,
    standard: () => ['default'],
    meaning: 'sets of tools that MCP clients see; “all” is everything',
  },
  pinned: {
    flag: '--pin',
    variables: ['SIGNALBOX_PINNED'],
    form: names,
    standard: () => [],
    meaning: 'workflows that are listed first as tools',
  },
  logLevel: {
    flag: '--log-level',
    variables: ['SIGNALBOX_LOG_LEVEL'],
    form: choice(['usual', 'error', 'warn', 'info']),
    standard: () => 'usual',
    meaning: 'what a server writes on the error stream; “usual” is “info”, and “warn” on stdio',
  },
};
