/** The value of an output that an answer omits: the input of the same name, otherwise its default, otherwise nothing. */
import type { Json } from '../../../kernel/index.ts';
import { outputField } from '../compile/compile-data.ts';
import type { YawlDecomposition, YawlVariable } from '../model/schema.ts';
import { graphTypeOf } from './graph-type-name.ts';
import { shapeOrUntyped } from './net-variables.ts';
import type { MappedValue } from './read-mapping.ts';

/** Values of the parameters of a task, by name. */
export type Inputs = ReadonlyMap<string, MappedValue>;

export type OmittedOutput =
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'expression'; readonly text: string; readonly nullable: boolean }
  /** A composed value, which cannot be expressed there. */
  | { readonly kind: 'unsayable' };

/** `null` if it is required. */
export function omittedOutputOf(
  output: YawlVariable,
  decomposition: YawlDecomposition,
  inputs: Inputs,
): OmittedOutput | null {
  const { required, default: defaultValue } = outputField(output, decomposition);
  if (decomposition.kind === 'net' || required) return null;
  const given = inputs.get(output.name);
  if (given?.kind === 'record') return { kind: 'unsayable' };
  if (given?.kind === 'expression') {
    return { kind: 'expression', text: given.text, nullable: given.nullable === true };
  }
  const nothing = graphTypeOf(shapeOrUntyped(output)) === 'str' ? '' : null;
  return { kind: 'constant', value: given?.value ?? defaultValue ?? nothing };
}
