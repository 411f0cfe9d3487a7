/** The settings in force: a flag goes before a variable, a variable before what is usual. Everything wrong at once. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createRedaction } from '../app/create-redaction.ts';
import type { Environment } from './environment.ts';
import { userFolder } from './find-data-folder.ts';
import { type Setting, variableName } from './setting.ts';
import type { ParseContext } from './setting-form.ts';
import { type Settings, settingNames, settingsTable } from './settings-table.ts';
import { warnOfVariables } from './warn-of-variables.ts';

export interface SettingsInput {
  /** Values by the name of the flag, `--data`, in the order in which they were given. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly env: Environment;
  /** The current one. */
  readonly folder: string;
  /** Where the program is that people started: what comes with it, and the user's own workflows, are read by that one alone. */
  readonly program?: string | undefined;
}

export interface ResolvedSettings {
  /** Where something is wrong with a setting, it is what is usual. */
  readonly settings: Settings;
  readonly origins: { readonly [Name in keyof Settings]: SettingOrigin };
  /** In words; none where all is well. */
  readonly problems: readonly string[];
  /** Of variables that are set and mean nothing here, in words; never their values. */
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
    const { data = '', projectWorkflows: project = '' } = settings;
    settings[name] = isGiven
      ? parsed.value
      : setting.defaultValue({ ...context, env, data, project, namesWorkflows });
  };
  for (const name of settingNames) resolveOne(name);
  // Where an address was given, that it cannot be read is told already.
  if (settings.receipts === 'redis' && findGiven(settingsTable.redisUrl, flags, env) === undefined) {
    problems.push(`${namesOf('receipts')} is “redis”: ${namesOf('redisUrl')} must say where that is.`);
  }
  return {
    // Every setting was taken above.
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
  /** Why it cannot be what it is. */
  readonly problem?: string;
  readonly origin: Exclude<SettingOrigin, { readonly kind: 'default' }>;
  readonly texts: readonly string[];
}

/** An empty variable is one that is not set. */
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
  const problem = `${first.name} and ${other.name} are names for the same, and have different values: set one of them.`;
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

/** Nothing that was typed can steer the terminal; and a login in an address is not shown. */
const printable = (written: string): string =>
  hide(written.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '�')).slice(0, 200);

const hide = createRedaction({});
