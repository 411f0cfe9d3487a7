/** The settings in force: a flag goes before a variable, a variable before what is usual. Everything wrong at once. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Environment } from './environment.ts';
import type { Where } from './setting-form.ts';
import { type Setting, type Settings, settingsTable } from './settings-table.ts';

export interface SettingsInput {
  /** Values by the name of the flag, `--data`, in the order in which they were given. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly env: Environment;
  /** The current one. */
  readonly folder: string;
}

export interface ResolvedSettings {
  /** Where something is wrong with a setting, it is what is usual. */
  readonly settings: Settings;
  readonly origins: { readonly [Name in keyof Settings]: SettingOrigin };
  /** In words; none where all is well. */
  readonly problems: readonly string[];
}

export type SettingOrigin =
  | { readonly kind: 'flag'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'default' };

export function resolveSettings({ flags, env, folder }: SettingsInput): ResolvedSettings {
  const where: Where = { folder: resolve(folder), home: env['HOME'] || homedir() };
  const problems: string[] = [];
  const origins = new Map<string, SettingOrigin>();
  const take = <Name extends keyof Settings>(name: Name, data: string): Settings[Name] => {
    const setting = settingsTable[name];
    const given = findGiven(setting, flags, env);
    const reading = given === undefined ? undefined : read(setting, given, where);
    if (reading?.kind === 'problem') problems.push(reading.message);
    if (given === undefined || reading?.kind !== 'value') {
      origins.set(name, { kind: 'default' });
      return setting.standard({ ...where, env, data });
    }
    origins.set(name, given.origin);
    return reading.value;
  };
  const data = take('data', '');
  const settings: Settings = {
    data,
    workflows: take('workflows', data),
    connectors: take('connectors', data),
    tenants: take('tenants', data),
    durability: take('durability', data),
    allowPrivateAddresses: take('allowPrivateAddresses', data),
    keys: take('keys', data),
    retention: take('retention', data),
    lease: take('lease', data),
    receiptLife: take('receiptLife', data),
    callsPerRun: take('callsPerRun', data),
    waitingCalls: take('waitingCalls', data),
    waitingCallsPerTenant: take('waitingCallsPerTenant', data),
    queued: take('queued', data),
    queuedPerTenant: take('queuedPerTenant', data),
    loadedRuns: take('loadedRuns', data),
    port: take('port', data),
    host: take('host', data),
    publicUrl: take('publicUrl', data),
    toolsets: take('toolsets', data),
    pinned: take('pinned', data),
    logLevel: take('logLevel', data),
  };
  // Every setting was taken above.
  return { settings, origins: Object.fromEntries(origins) as ResolvedSettings['origins'], problems };
}

interface Given {
  readonly origin: Exclude<SettingOrigin, { readonly kind: 'default' }>;
  readonly texts: readonly string[];
}

/** An empty variable is one that is not set. */
function findGiven<Value>(
  { flag, variables }: Setting<Value>,
  flags: SettingsInput['flags'],
  env: Environment,
): Given | undefined {
  const typed = flag === undefined ? [] : (flags.get(flag) ?? []);
  if (flag !== undefined && typed.length > 0) return { origin: { kind: 'flag', name: flag }, texts: typed };
  for (const variable of variables) {
    const { name, unit } = typeof variable === 'string' ? { name: variable, unit: '' } : variable;
    const text = (env[name] ?? '').trim();
    if (text === '') continue;
    return { origin: { kind: 'variable', name }, texts: [/^\d+$/.test(text) ? `${text}${unit}` : text] };
  }
  return undefined;
}

type ReadValue<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'problem'; readonly message: string };

function read<Value>(setting: Setting<Value>, { origin, texts }: Given, where: Where): ReadValue<Value> {
  const { form, secret } = setting;
  const [text = '', ...others] = texts;
  const isList = origin.kind === 'flag' && form.parseEach !== undefined;
  if (others.length > 0 && !isList) {
    return { kind: 'problem', message: `${origin.name} is given more than once.` };
  }
  const parse = () => (isList ? form.parseEach?.(texts, where) : form.parse(text, where));
  const value = texts.some((each) => each.trim() === '') ? undefined : parse();
  if (value !== undefined) return { kind: 'value', value };
  const actual = secret ? '' : `, not “${printable(texts.join(' '))}”`;
  return { kind: 'problem', message: `${origin.name} must be ${form.expected}${actual}.` };
}

/** Nothing that was typed can steer the terminal. */
const printable = (written: string): string =>
  written.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '�').slice(0, 200);
