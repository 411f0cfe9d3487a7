/** Writes the data of a case as XML, as YAWL shows it: every variable of the root net, by its type. */
import type { Json, Program } from '../../kernel/index.ts';
import { partOf } from '../part-of.ts';
import { toXml } from '../xsd/to-xml.ts';
import type { SharedTypes } from './evaluate/evaluator-source.ts';

/**
 * @param variables of the root net, by name
 * @returns null if the program, which may have been imported, declares no data
 */
export function caseDataXml(
  { shared }: Program,
  variables: { readonly [name: string]: Json },
): string | null {
  if (partOf(shared, 'data') === undefined) return null;
  // Written by the compiler of this language, or checked when it was imported.
  const { data, types } = shared as unknown as SharedTypes;
  const elements = data.fields.map(({ name, type }) =>
    toXml(name, (Object.hasOwn(variables, name) ? variables[name] : null) ?? null, { type, types }),
  );
  return `<${data.root}>${elements.join('')}</${data.root}>`;
}
