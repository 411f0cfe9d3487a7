/** Warns about each variable that is set and has no effect [W9.1]. Never shows values: they may be secrets. */
import { findNearest } from '../../expression/index.ts';
import { acceptedVariables } from './accepted-variables.ts';
import type { Environment } from './environment.ts';
import { variableName } from './setting.ts';
import { settingNames, settingsTable } from './settings-table.ts';

const beginning = 'SIGNALBOX_';

export function warnOfVariables(env: Environment): readonly string[] {
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const known = settingNames.flatMap((name) => settingsTable[name].variables.map(variableName));
  const isNamed = (name: string): boolean =>
    known.includes(name) || acceptedVariables.some((accepted) => accepted.name === name);
  const accepted = acceptedVariables
    .filter(({ name }) => isSet(name))
    .map(({ name, reason }) => `${name} has no effect: ${reason}.`);
  const unknown = Object.keys(env)
    .filter((name) => name.startsWith(beginning) && isSet(name) && !isNamed(name))
    .sort()
    .map((name) => warnOfUnknown(name, known));
  return [...accepted, ...unknown];
}

/** The common prefix is left out: with it, all names would be similar. */
function warnOfUnknown(name: string, known: readonly string[]): string {
  const ends = known.flatMap((each) => (each.startsWith(beginning) ? each.slice(beginning.length) : []));
  const nearest = findNearest(name.slice(beginning.length), ends);
  const hint =
    nearest === undefined
      ? 'Run signalbox config to list all settings.'
      : `Did you mean ${beginning}${nearest}?`;
  return `${name} is not a setting. ${hint}`;
}
