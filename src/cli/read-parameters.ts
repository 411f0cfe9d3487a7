/** `--param name=value` and `--params` as parameters of a run; and other values that are given by name. */
import type { Json } from '../expression/index.ts';
import type { SimulateInput } from '../operations/index.ts';
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
  // The loader has told why.
  if (isFile && file === null) return { kind: 'misunderstood', problems };
  const values = parseObject(file?.text ?? written);
  const all =
    values === undefined
      ? [
          ...problems,
          'The value of --params is a JSON object, such as {"origin": "NYC"}, or a file with one.',
        ]
      : problems;
  if (values === undefined || all.length > 0) return { kind: 'misunderstood', problems: all };
  return { kind: 'given', given: { values, texts } };
}

export interface NamedTexts {
  readonly texts: { readonly [name: string]: string };
  readonly problems: readonly string[];
}

/** Words of the form NAME=VALUE. @param what they are, for whoever typed something else */
export function readNamedValues(args: readonly string[], what: string): NamedTexts {
  const problems: string[] = [];
  const texts = new Map<string, string>();
  for (const word of args) {
    const sign = word.indexOf('=');
    const name = word.slice(0, sign).trim();
    if (sign <= 0 || name === '') problems.push(`A ${what} is NAME=VALUE, not “${word}”.`);
    else if (texts.has(name)) problems.push(`The ${what} “${name}” is there twice.`);
    else texts.set(name, word.slice(sign + 1));
  }
  return { texts: Object.fromEntries(texts), problems };
}

/** Empty where there is no text; undefined where it holds no object. */
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
