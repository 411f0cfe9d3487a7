/**
 * Resolves the effective settings: a flag overrides a variable, a variable overrides the default. Reports all errors
 * at once.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createRedaction } from './create-redaction.ts';
import type { Environment } from './environment.ts';
import { userFolder } from './find-data-folder.ts';
import { type Setting, variableName } from './setting.ts';
import type { ParseContext } from './setting-form.ts';
import { type Settings, settingNames, settingsTable } from './settings-table.ts';
import { warnOfVariables } from './warn-of-variables.ts';

export interface SettingsInput {
  /** Values by flag name, such as `--data`, in the order given. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly env: Environment;
  /** The current folder. */
  readonly folder: string;
  /** Folder of the started program. Only that program reads the bundled workflows and the user's own. */
  readonly program?: string | undefined;
}

export interface ResolvedSettings {
  /** An invalid setting has its default value. */
  readonly settings: Settings;
  readonly origins: { readonly [Name in keyof Settings]: SettingOrigin };
  /** Error messages; empty if all settings are valid. */
  readonly problems: readonly string[];
  /** Warnings about variables that have no effect; never with their values. */
  readonly warnings: readonly string[];
}

export type SettingOrigin =
  | { readonly kind: 'flag'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'default' };

export function resolveSettings({ flags, env, folder, program }: SettingsInput): ResolvedSettings {
  const home = env['HOME'] || homedir();
  const context: ParseContext = {
    folder: resolve(folder),
    home,
    own: program === undefined ? '' : userFolder(home, env),
    bundled: program === undefined ? '' : join(program, 'examples', 'guides'),
  };
  const namesWorkflows = findGiven(settingsTable.workflows, flags, env) !== undefined;
  const settings: Filled<Settings> = {};
  const origins: Filled<ResolvedSettings['origins']> = {};
  const problems: string[] = [];
  const resolveOne = <Name extends keyof Settings>(name: Name): void => {
    const setting: Setting<Settings[Name]> = settingsTable[name];
    const given = findGiven(setting, flags, env);
    const parsed = given === undefined ? undefined : read(setting, given, context);
    if (parsed?.kind === 'problem') problems.push(parsed.message);
    const isGiven = given !== undefined && parsed?.kind === 'value';
    origins[name] = isGiven ? given.origin : { kind: 'default' };
    const { data = '', projectWorkflows: project = '', tenants = false } = settings;
    const [workflows = ''] = settings.workflows ?? [];
    settings[name] = isGiven
      ? parsed.value
      : setting.defaultValue({ ...context, env, data, project, namesWorkflows, workflows, tenants });
  };
  for (const name of settingNames) resolveOne(name);
  // An address that cannot be parsed is already reported.
  if (settings.receipts === 'redis' && findGiven(settingsTable.redisUrl, flags, env) === undefined) {
    problems.push(
      `${namesOf('receipts')} is “redis”. Set ${namesOf('redisUrl')} to the address of the Redis server.`,
    );
  }
  return {
    // The loop above resolves every setting.
    settings: settings as Settings,
    origins: origins as ResolvedSettings['origins'],
    problems,
    warnings: warnOfVariables(env),
  };
}

const namesOf = (name: keyof Settings): string =>
  settingsTable[name].variables.map(variableName).join(' or ');

/** While it is being filled. */
type Filled<Whole> = { -readonly [Name in keyof Whole]?: Whole[Name] };

interface GivenValue {
  /** Why the value is not valid. */
  readonly problem?: string;
  readonly origin: Exclude<SettingOrigin, { readonly kind: 'default' }>;
  readonly texts: readonly string[];
}

/** An empty variable counts as not set. */
function findGiven<Value>(
  { flag, variables, mergeMode }: Setting<Value>,
  flags: SettingsInput['flags'],
  env: Environment,
): GivenValue | undefined {
  const typed = flag === undefined ? [] : (flags.get(flag) ?? []);
  if (flag !== undefined && typed.length > 0) return { origin: { kind: 'flag', name: flag }, texts: typed };
  const set = variables.flatMap((variable) => {
    const name = variableName(variable);
    const text = (env[name] ?? '').trim();
    if (text === '') return [];
    return [{ name, text: typeof variable === 'string' ? text : variable.translate(text) }];
  });
  const [first, ...others] = set;
  if (first === undefined) return undefined;
  const origin = { kind: 'variable', name: first.name } as const;
  if (mergeMode === 'add-up') return { origin, texts: [set.map(({ text }) => text).join(',')] };
  const other = mergeMode === 'agree' ? others.find(({ text }) => text !== first.text) : undefined;
  if (other === undefined) return { origin, texts: [first.text] };
  const problem = `${first.name} and ${other.name} are aliases and have different values. Set one of them.`;
  return { origin, texts: [first.text], problem };
}

type ReadValue<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'problem'; readonly message: string };

function read<Value>(setting: Setting<Value>, given: GivenValue, context: ParseContext): ReadValue<Value> {
  const { form, secret, redactInErrors } = setting;
  const { origin, texts, problem } = given;
  if (problem !== undefined) return { kind: 'problem', message: problem };
  const [text = '', ...others] = texts;
  const isList = origin.kind === 'flag' && form.parseEach !== undefined;
  if (others.length > 0 && !isList) {
    return { kind: 'problem', message: `${origin.name} is given more than once.` };
  }
  const parse = () => (isList ? form.parseEach?.(texts, context) : form.parse(text, context));
  const value = texts.some((each) => each.trim() === '') ? undefined : parse();
  if (value !== undefined) return { kind: 'value', value };
  const actual = secret || redactInErrors ? '' : `, not “${printable(texts.join(' '))}”`;
  return { kind: 'problem', message: `${origin.name} must be ${form.expected}${actual}.` };
}

/** Removes control characters and hides credentials in addresses. */
const printable = (written: string): string =>
  hide(written.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '�')).slice(0, 200);

const hide = createRedaction({});
