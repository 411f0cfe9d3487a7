/** Writes the data of a case as XML, as YAWL shows it: every variable of the root net, by its type. */
import type { Json, Program } from '../../kernel/index.ts';
import { toXml } from '../xsd/to-xml.ts';
import type { SharedTypes } from './evaluator-source.ts';

/**
 * @param variables of the root net, by name
 * @returns `null` if the program is of another language
 */
export function caseDataXml(
  { shared }: Program,
  variables: { readonly [name: string]: Json },
): string | null {
  if (!isShared(shared)) return null;
  const { data, types } = shared;
  const elements = data.fields.map(({ name, type }) =>
    toXml(name, (Object.hasOwn(variables, name) ? variables[name] : null) ?? null, { type, types }),
  );
  return `<${data.root}>${elements.join('')}</${data.root}>`;
}

/** Programs of other languages share different data, or none. */
function isShared(shared: unknown): shared is SharedTypes {
  return typeof shared === 'object' && shared !== null && 'types' in shared && 'data' in shared;
}
