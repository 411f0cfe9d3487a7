/** `--param name=value` and `--params JSON` as parameters of a run. */
import type { Json } from '../expression/index.ts';
import type { SimulateInput } from '../operations/index.ts';
import type { Given } from './command.ts';
import { optionValue } from './options.ts';

export type ParameterWords =
  | { readonly kind: 'given'; readonly given: SimulateInput['params'] }
  | { readonly kind: 'misunderstood'; readonly problems: readonly string[] };

export function readParameters(given: Given): ParameterWords {
  const problems: string[] = [];
  const texts = new Map<string, string>();
  for (const word of given.values.get('--param') ?? []) {
    const sign = word.indexOf('=');
    const name = word.slice(0, sign).trim();
    if (sign <= 0 || name === '') problems.push(`A parameter is NAME=VALUE, not “${word}”.`);
    else if (texts.has(name)) problems.push(`The parameter “${name}” is there twice.`);
    else texts.set(name, word.slice(sign + 1));
  }
  const values = parseObject(optionValue(given, '--params'));
  if (values === undefined)
    problems.push('The value of --params is a JSON object, such as {"origin": "NYC"}.');
  if (values === undefined || problems.length > 0) return { kind: 'misunderstood', problems };
  return { kind: 'given', given: { values, texts: Object.fromEntries(texts) } };
}

function parseObject(text: string | null): { readonly [name: string]: Json } | undefined {
  if (text === null) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as { readonly [name: string]: Json }) : undefined;
  } catch {
    return undefined;
  }
}
