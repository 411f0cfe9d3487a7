import { findNamedType } from '../../xsd/find-named-type.ts';
import type { XsdType, XsdTypes } from '../../xsd/shape.ts';
import type { DataField, MapSource } from './evaluator-source.ts';

/**
 * The field that a mapping only copies, as most do: `/Net/x`, `<y>{/Net/x/text()}</y>`, `<y>{/Net/x/*}</y>`. If both
 * types are the same, the value is the same and no query is evaluated. `undefined` if the mapping does more.
 */
export function findCopiedField({ query, over, to }: MapSource, types: XsdTypes): CopiedField | undefined {
  const { root, field, part } = readCopy(query);
  if (root !== over.root) return undefined;
  const copied = over.fields.find(({ name }) => name === field);
  if (copied === undefined || JSON.stringify(copied.type) !== JSON.stringify(to.type)) return undefined;
  if (!isWhole(resolveType(to.type, types), part)) return undefined;
  return { field: copied, isWrapped: part !== 'element' };
}

export interface CopiedField {
  readonly field: DataField;
  /** The element exists even if there is nothing to copy. */
  readonly isWrapped: boolean;
}

type Part = 'element' | 'text()' | '*' | 'node()';

const name = '[\\p{L}_][\\p{L}\\p{N}_.-]*';
const path = new RegExp(`^\\s*/(${name})/(${name})\\s*$`, 'u');
const wrapped = new RegExp(
  `^\\s*<(${name})>\\s*\\{\\s*/(${name})/(${name})/(text\\(\\)|\\*|node\\(\\))\\s*\\}\\s*</(${name})>\\s*$`,
  'u',
);

function readCopy(query: string): { root?: string; field?: string; part: Part } {
  const direct = path.exec(query);
  if (direct !== null) return { root: direct[1] ?? '', field: direct[2] ?? '', part: 'element' };
  const [, opened, root = '', field = '', part, closed] = wrapped.exec(query) ?? [];
  return opened !== undefined && opened === closed
    ? { root, field, part: part as Part }
    : { part: 'element' };
}

function resolveType(type: XsdType, types: XsdTypes): XsdType {
  let at = type;
  for (let left = 100; at.kind === 'named' && left > 0; left--)
    at = findNamedType(types, at.name) ?? { kind: 'any' };
  return at;
}

/** Whether that part is the whole value. */
function isWhole(type: XsdType, part: Part): boolean {
  if (type.kind === 'simple') return part !== '*';
  if (type.kind !== 'complex' || type.content.kind !== 'elements') return false;
  if (part === 'element') return true;
  return part !== 'text()' && type.attributes.length === 0 && type.open !== true;
}
