/**
 * References `${env:NAME}` that an author wrote in the arguments of a call: reported by the compiler, never searched
 * for in data.
 */
import type { Json } from '../../kernel/index.ts';

export interface SecretReference {
  /** JSON pointer to the text, inside the input. */
  readonly at: string;
  readonly name: string;
}

export interface TakenSecrets {
  /** Without the list of references. */
  readonly input: Json;
  /** One for each occurrence. */
  readonly references: readonly SecretReference[];
}

/** The reserved field of the input of a call that lists them. */
const field = '$secrets';

/** Separates the references from the input. */
export function takeSecrets(input: Json): TakenSecrets {
  if (!isRecord(input) || !Object.hasOwn(input, field)) return { input, references: [] };
  const { [field]: list, ...rest } = input;
  const entries = Array.isArray(list) ? (list as readonly Json[]) : [];
  const references = entries.flatMap((entry) => {
    const { at, name } = isRecord(entry) ? entry : {};
    return typeof at === 'string' && typeof name === 'string' ? [{ at, name }] : [];
  });
  return { input: rest, references };
}

/** Replaces the text at a JSON pointer; `undefined` if there is no text. */
export function replaceAt(
  input: Json,
  pointer: string,
  replace: (text: string) => string | undefined,
): Json | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return replaceIn(input, steps, replace);
}

function replaceIn(
  input: Json,
  [step, ...others]: readonly string[],
  replace: (text: string) => string | undefined,
): Json | undefined {
  if (step === undefined) return typeof input === 'string' ? replace(input) : undefined;
  if (isList(input)) {
    const index = /^\d{1,9}$/.test(step) ? Number(step) : input.length;
    const part = input[index];
    const replaced = part === undefined ? undefined : replaceIn(part, others, replace);
    return replaced === undefined ? undefined : input.with(index, replaced);
  }
  const part = isRecord(input) && Object.hasOwn(input, step) ? input[step] : undefined;
  if (!isRecord(input) || part === undefined) return undefined;
  const replaced = replaceIn(part, others, replace);
  return replaced === undefined ? undefined : { ...input, [step]: replaced };
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
