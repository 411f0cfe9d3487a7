/** Reads `--arg name=value` and `--args` as the arguments of a command: values by the types of its parameters. */
import { basename } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import { findNearest, type Json } from '../../expression/index.ts';
import type { CommandDescription } from '../../operations/index.ts';
import { decodeText } from '../../operations/offline.ts';
import type { Host } from '../host/host.ts';
import { readContent } from '../host/read-files.ts';
import type { CommandArguments } from './command.ts';
import { optionValue } from './options.ts';
import { parseObject, readNamedValues } from './read-parameters.ts';
import { readLoosely } from './read-verdict.ts';

export type CallParameter = CommandDescription['parameters'][number];
type Values = { readonly [name: string]: Json };

export interface CallArguments {
  readonly values: Values;
  /** Required ones that were not given. */
  readonly missing: readonly CallParameter[];
  readonly problems: readonly string[];
}

/** A file becomes a third longer, and processes accept 16 MB of each other. */
const maxBytes = 10_000_000;

export async function readCallArguments(
  args: CommandArguments,
  host: Host,
  { parameters, open }: Pick<CommandDescription, 'parameters' | 'open'>,
): Promise<CallArguments> {
  const { texts, problems } = readNamedValues(args.values.get('--arg') ?? [], 'argument');
  const whole = await readWhole(optionValue(args, '--args'), host);
  const found = [...problems.map(cleanText), ...whole.problems];
  const values = new Map(Object.entries(whole.values));
  for (const name of Object.keys(texts))
    if (values.has(name)) found.push(`The argument “${cleanText(name)}” is in --arg and in --args.`);
  const names = parameters.map(({ name }) => name).filter((name) => name !== '$call');
  for (const name of [...values.keys(), ...Object.keys(texts)]) {
    if (open || names.includes(name)) continue;
    const nearest = findNearest(name, names);
    const hint =
      nearest === undefined ? `It takes: ${names.join(', ') || 'none'}.` : `Did you mean “${nearest}”?`;
    found.push(`The command has no parameter “${cleanText(name)}”. ${hint}`);
  }
  for (const [name, text] of Object.entries(texts)) {
    const parameter = parameters.find((each) => each.name === name);
    const read = await readCallValue(text, parameter ?? { name, type: 'anything', required: false }, host);
    if (read.kind === 'value') values.set(name, read.value);
    else found.push(read.message);
  }
  const missing = parameters.filter(
    ({ name, required }) => required && !values.has(name) && !Object.hasOwn(texts, name),
  );
  return { values: Object.fromEntries(values), missing, problems: found };
}

async function readWhole(
  written: string | null,
  host: Host,
): Promise<Pick<CallArguments, 'values' | 'problems'>> {
  const isFile = written?.startsWith('@') === true;
  const file = isFile ? await readContent(host, written.slice(1), maxBytes) : null;
  if (file?.kind === 'trouble') return { values: {}, problems: [file.message] };
  const decoded = file === null ? null : decodeText(file.bytes);
  const text = decoded === null ? written : decoded.kind === 'trouble' ? '' : decoded.text;
  const values = parseObject(text);
  return values === undefined
    ? {
        values: {},
        problems: ['--args must be a JSON object, such as {"limit": 10}, or @FILE that holds one.'],
      }
    : { values, problems: [] };
}

export type ReadCallValue =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'misunderstood'; readonly message: string };

/** @param text as typed: `@FILE` is the content of a file, `@@` is a text that begins with `@` */
export async function readCallValue(
  text: string,
  parameter: CallParameter,
  host: Host,
): Promise<ReadCallValue> {
  if (text.startsWith('@@')) return typed(text.slice(1), parameter);
  if (!text.startsWith('@')) return typed(text, parameter);
  const path = text.slice(1);
  const content = await readContent(host, path, maxBytes);
  if (content.kind === 'trouble') {
    const hint = ' A text that begins with @ is written with @@.';
    return misunderstood(`“${parameter.name}”: ${cleanText(content.message)}${hint}`);
  }
  const decoded = decodeText(content.bytes);
  if (parameter.file !== true && decoded.kind !== 'trouble') return typed(decoded.text, parameter);
  const base64 = Buffer.from(content.bytes).toString('base64');
  return { kind: 'value', value: { base64, ...(path === '-' ? {} : { filename: basename(path) }) } };
}

function typed(text: string, parameter: CallParameter): ReadCallValue {
  const value = readPlain(text, parameter.type);
  const { name, allowed = [] } = parameter;
  if (value === undefined) {
    const must =
      descriptions[parameter.type] ?? (parameter.type.endsWith('[]') ? 'a JSON list' : 'a JSON object');
    return misunderstood(`“${name}” must be ${must}, not “${cleanText(text.slice(0, 100))}”.`);
  }
  if (allowed.length === 0 || typeof value === 'object' || allowed.includes(value))
    return { kind: 'value', value };
  const words = allowed.map(String);
  const nearest = findNearest(String(value), words);
  const hint = nearest === undefined ? `Use one of: ${words.join(', ')}.` : `Did you mean “${nearest}”?`;
  return misunderstood(`“${name}” cannot be “${cleanText(String(value))}”. ${hint}`);
}

const descriptions: { readonly [type: string]: string } = {
  int: 'a whole number',
  number: 'a number',
  'true or false': 'true or false',
  null: 'null',
};

/** @param type as commands are described. `undefined` if the text is of another one */
function readPlain(text: string, type: string): Json | undefined {
  switch (type) {
    case 'anything':
      return readLoosely(text);
    case 'text':
    case 'date':
    case 'duration':
      return text;
    case 'int':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case 'number':
      return /^-?\d{1,15}(?:\.\d{1,15})?(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : undefined;
    case 'true or false':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'null':
      return text === 'null' ? null : undefined;
  }
  const value = readLoosely(text);
  if (!type.endsWith('[]'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  return Array.isArray(value) ? value : listOf(text, type.slice(0, -2));
}

/** `a, b`: a list of plain values. */
function listOf(text: string, type: string): Json | undefined {
  if (/^\s*[[{"]/.test(text) || !['text', 'int', 'number'].includes(type)) return undefined;
  const values = text.split(',').map((each) => readPlain(each.trim(), type));
  return values.every((each) => each !== undefined) ? values : undefined;
}

const misunderstood = (message: string): ReadCallValue => ({ kind: 'misunderstood', message });
