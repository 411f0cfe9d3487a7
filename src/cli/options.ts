/** Options that several verbs have, and the reading of values. */
import { cleanText } from '../drawing/index.ts';
import type { CommandArguments, Option } from './command.ts';
import type { Host } from './host.ts';
import { rolesOption } from './server-options.ts';

export const apiOption: Option = {
  name: '--api',
  value: 'FILE',
  meaning: 'an OpenAPI document: what the workflows may call',
};

export const servicesOption: Option = {
  name: '--services',
  value: 'FILE',
  meaning: 'the file that says who performs the services of YAWL specifications',
};

/** Where runs and workflows are: every verb takes them. */
export const dataFolderOptions: readonly Option[] = [
  { name: '--data', value: 'DIR', meaning: 'the folder where runs are kept' },
  { name: '--workflows', value: 'DIR', repeats: true, meaning: 'a folder of workflows; as often as needed' },
];

export const jsonOption: Option = { name: '--json', meaning: 'prints JSON, for programs' };

export const workflowOption: Option = {
  name: '--workflow',
  value: 'NAME',
  meaning: 'which workflow, where the file has several',
};

export const parameterOptions: readonly Option[] = [
  { name: '--param', value: 'NAME=VALUE', repeats: true, meaning: 'a parameter; as often as needed' },
  { name: '--params', value: 'JSON|FILE', meaning: 'parameters, as one JSON object; - is what is piped in' },
];

export const pageOptions: readonly Option[] = [
  { name: '--limit', value: 'N', meaning: 'how many at most' },
  { name: '--cursor', value: 'TEXT', meaning: 'goes on after the page that named it' },
];

export const folderOptions: readonly Option[] = [
  ...dataFolderOptions,
  { name: '--connectors', value: 'FILE', meaning: 'the file that says what workflows may call' },
  servicesOption,
];

/** Those who have the data folder act for any tenant. */
export const tenantOption: Option = {
  name: '--tenant',
  value: 'NAME',
  meaning: 'for which tenant; “default” where nobody says',
};

/** Of verbs that ask a Signalbox. */
export const sessionOptions: readonly Option[] = [tenantOption, rolesOption, ...folderOptions];

export const atOption: Option = { name: '--at', value: 'N', meaning: 'number of the event' };

export function optionValue({ values }: CommandArguments, name: string): string | null {
  return values.get(name)?.[0] ?? null;
}

/** Of a list that is parted by commas; none where the option is not there. */
export function listOption(args: CommandArguments, name: string): string[] {
  const text = optionValue(args, name) ?? '';
  return text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}

export type NumberValue =
  | { readonly kind: 'number'; readonly number: number | null }
  | { readonly kind: 'misunderstood'; readonly message: string };

/** A whole number; null where the option is not there. */
export function numberOption(args: CommandArguments, name: string, min: number, max: number): NumberValue {
  const text = optionValue(args, name);
  if (text === null) return { kind: 'number', number: null };
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return { kind: 'number', number };
  const message = `The value of ${name} is a whole number from ${min} to ${max}, not “${cleanText(text)}”.`;
  return { kind: 'misunderstood', message };
}

/** The event that --at names; null, with the reason told, where it names none. */
export function eventNumberOption(args: CommandArguments, host: Host, verb: string): number | null {
  const at = numberOption(args, '--at', 1, 1_000_000_000);
  if (at.kind === 'number' && at.number !== null) return at.number;
  const message =
    at.kind === 'misunderstood'
      ? at.message
      : `${verb} needs the number of an event: --at N. signalbox show RUN numbers them.`;
  host.err(`${message}\n`);
  return null;
}
