/** Options that several verbs share, and functions that read their values. */
import { cleanText } from '../../drawing/index.ts';
import type { Host } from '../host/host.ts';
import type { CommandArguments, Option } from './command.ts';
import { rolesOption } from './server-options.ts';

export const apiOption: Option = {
  name: '--api',
  value: 'FILE',
  meaning: 'OpenAPI document with the operations that workflows may call',
};

export const servicesOption: Option = {
  name: '--services',
  value: 'FILE',
  meaning: 'file that maps services of specifications to connectors',
};

export const connectorsOption: Option = {
  name: '--connectors',
  value: 'FILE',
  meaning: 'file that configures what workflows may call',
};

/** Data folder and workflow folders: every verb takes them. */
export const dataFolderOptions: readonly Option[] = [
  { name: '--data', value: 'DIR', meaning: 'folder that stores the runs' },
  { name: '--workflows', value: 'DIR', repeats: true, meaning: 'folder of workflows; repeatable' },
];

export const jsonOption: Option = { name: '--json', meaning: 'prints JSON' };

/** Of verbs that ask for a confirmation. */
export const yesOption: Option = { name: '--yes', meaning: 'confirms without a question' };

export const workflowOption: Option = {
  name: '--workflow',
  value: 'NAME',
  meaning: 'the workflow, if the file has several',
};

export const parameterOptions: readonly Option[] = [
  { name: '--param', value: 'NAME=VALUE', repeats: true, meaning: 'a parameter; repeatable' },
  { name: '--params', value: 'JSON|FILE', meaning: 'parameters as one JSON object; - reads standard input' },
];

export const pageOptions: readonly Option[] = [
  { name: '--limit', value: 'N', meaning: 'maximum number of entries' },
  { name: '--cursor', value: 'TEXT', meaning: 'continues after the page that returned this cursor' },
];

export const folderOptions: readonly Option[] = [...dataFolderOptions, connectorsOption, servicesOption];

/** Access to the data folder allows acting for any tenant. */
export const tenantOption: Option = {
  name: '--tenant',
  value: 'NAME',
  meaning: 'the tenant; default: “default”',
};

/** For verbs that open a session. */
export const sessionOptions: readonly Option[] = [tenantOption, rolesOption, ...folderOptions];

export const atOption: Option = { name: '--at', value: 'N', meaning: 'number of the event' };

export function optionValue({ values }: CommandArguments, name: string): string | null {
  return values.get(name)?.[0] ?? null;
}

/** Values of a comma-separated list; empty if the option is absent. */
export function listOption(args: CommandArguments, name: string): string[] {
  const text = optionValue(args, name) ?? '';
  return text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}

export type NumberValue =
  | { readonly kind: 'number'; readonly number: number | null }
  | { readonly kind: 'misunderstood'; readonly message: string };

/** A whole number; null if the option is absent. */
export function numberOption(args: CommandArguments, name: string, min: number, max: number): NumberValue {
  const text = optionValue(args, name);
  if (text === null) return { kind: 'number', number: null };
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return { kind: 'number', number };
  const message = `${name} must be a whole number from ${min} to ${max}, not “${cleanText(text)}”.`;
  return { kind: 'misunderstood', message };
}

/** The event that --at names; null, with the reason reported, if it names none. */
export function eventNumberOption(args: CommandArguments, host: Host, verb: string): number | null {
  const at = numberOption(args, '--at', 1, 1_000_000_000);
  if (at.kind === 'number' && at.number !== null) return at.number;
  const message =
    at.kind === 'misunderstood'
      ? at.message
      : `${verb} needs the number of an event: --at N. “signalbox show RUN” numbers them.`;
  host.err(`${message}\n`);
  return null;
}
