/** What an output is where an answer leaves it out: what came in under its name, else its default, else nothing. */
import type { Json } from '../../../kernel/index.ts';
import { outputField } from '../compile-data.ts';
import type { YawlDecomposition, YawlVariable } from '../schema.ts';
import { shapeOf } from './net-variables.ts';
import type { Given } from './read-mapping.ts';
import { valueKindOf } from './value-kind.ts';

/** Values of the parameters of a task, by name. */
export type Inputs = ReadonlyMap<string, Given>;

export type LeftOut =
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'expression'; readonly text: string; readonly nullable: boolean }
  /** It is put together, which cannot be said there. */
  | { readonly kind: 'unsayable' };

/** Null where it has to be given. */
export function leftOutOf(
  output: YawlVariable,
  decomposition: YawlDecomposition,
  inputs: Inputs,
): LeftOut | null {
  const { required, default: usual } = outputField(output, decomposition);
  if (decomposition.kind === 'net' || required) return null;
  const given = inputs.get(output.name);
  if (given?.kind === 'record') return { kind: 'unsayable' };
  if (given?.kind === 'expression') {
    return { kind: 'expression', text: given.text, nullable: given.nullable === true };
  }
  const nothing = valueKindOf(shapeOf(output)) === 'str' ? '' : null;
  return { kind: 'constant', value: given?.value ?? usual ?? nothing };
}
