/** Reads `--param name=value` and `--params` as parameters of a run, and other values by name. */
import type { Json } from '../../expression/index.ts';
import type { SimulateInput } from '../../operations/index.ts';
import type { CommandArguments } from './command.ts';
import type { Loader } from './loader.ts';
import { optionValue } from './options.ts';

export type ParametersResult =
  | { readonly kind: 'given'; readonly given: SimulateInput['params'] }
  | { readonly kind: 'misunderstood'; readonly problems: readonly string[] };

export async function readParameters(args: CommandArguments, loader: Loader): Promise<ParametersResult> {
  const { texts, problems } = readNamedValues(args.values.get('--param') ?? [], 'parameter');
  const written = optionValue(args, '--params');
  const isFile = written !== null && !/^\s*[{[]/.test(written);
  const file = isFile ? await loader.read(written) : null;
  // The loader has reported why.
  if (isFile && file === null) return { kind: 'misunderstood', problems };
  const values = parseObject(file?.text ?? written);
  const all =
    values === undefined
      ? [...problems, '--params must be a JSON object, such as {"origin": "NYC"}, or a file that holds one.']
      : problems;
  if (values === undefined || all.length > 0) return { kind: 'misunderstood', problems: all };
  return { kind: 'given', given: { values, texts } };
}

export interface NamedTexts {
  readonly texts: { readonly [name: string]: string };
  readonly problems: readonly string[];
}

/** Reads words of the form NAME=VALUE. @param what names the kind of value in error messages */
export function readNamedValues(args: readonly string[], what: string): NamedTexts {
  const problems: string[] = [];
  const texts = new Map<string, string>();
  for (const word of args) {
    const sign = word.indexOf('=');
    const name = word.slice(0, sign).trim();
    if (sign <= 0 || name === '')
      problems.push(`${/^[aeiou]/.test(what) ? 'An' : 'A'} ${what} must be NAME=VALUE, not “${word}”.`);
    else if (texts.has(name)) problems.push(`The ${what} “${name}” is repeated.`);
    else texts.set(name, word.slice(sign + 1));
  }
  return { texts: Object.fromEntries(texts), problems };
}

/** Empty if the text is absent; `undefined` if it is not a JSON object. */
export function parseObject(text: string | null): { readonly [name: string]: Json } | undefined {
  if (text === null) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as { readonly [name: string]: Json }) : undefined;
  } catch {
    return undefined;
  }
}
