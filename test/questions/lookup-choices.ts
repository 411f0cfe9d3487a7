/** The choices that the scripted connector of random flows returns: a pure function of the arguments. */
import type { Json } from '../../src/kernel/index.ts';
import { failed, type Handler, succeeded } from '../../src/testing/index.ts';

export interface LookupArguments {
  readonly of: Json;
  readonly size: number;
  readonly fails: boolean;
  /** Where the list is in the result. */
  readonly path: string;
  /** The field of each entry; absent: the entries are texts. */
  readonly field?: string;
}

/** Null: the call fails. */
export const choicesFor = ({ of, size, fails }: LookupArguments): readonly string[] | null =>
  fails ? null : Array.from({ length: size }, (_, at) => `${String(of)}-${at}`);

export const lookup: Handler = ({ input }) => {
  const given = input as unknown as LookupArguments;
  const choices = choicesFor(given);
  if (choices === null) return failed('broken', 'The list is not available.');
  // A choice that is listed twice is one choice.
  const entries: readonly Json[] = [...choices, ...choices.slice(0, 1)].map((text) =>
    given.field === undefined ? text : { [given.field]: text, other: 1 },
  );
  const keys = given.path === '' ? [] : given.path.split('.');
  return succeeded(keys.reduceRight<Json>((inner, key) => ({ [key]: inner, other: [] }), entries));
};
