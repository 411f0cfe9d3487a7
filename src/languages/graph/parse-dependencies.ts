/** Parses the dependencies of a node. An unknown name is most likely the old name of a node whose output is used here. */

import { removeItem } from '../document/list-edits.ts';
import type { Located } from '../document/located.ts';
import { removeEntry } from '../document/map-edits.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import type { NodeFields } from './node-keys.ts';
import { readPointer } from './parse-pointer.ts';
import type { Pointer } from './schema.ts';

export function readDependencies(
  context: GraphParseContext,
  node: string,
  fields: NodeFields,
): readonly Pointer[] {
  const entry = fields.entry('depends_on');
  if (entry === undefined) return [];
  const list = entry.value.kind === 'list' ? entry.value : undefined;
  const items = list?.items ?? [entry.value];
  const { source } = context.reporter;
  const existing = items.flatMap((item): readonly Pointer[] =>
    item.kind === 'scalar' && context.existingNodes.has(item.value)
      ? [{ name: String(item.value), scalar: item }]
      : [],
  );
  if (existing.length === items.length) return existing;
  const others = context.nodeNames.filter((name) => name !== node);
  const used = usedProducer(context, node, fields, items);
  return items.flatMap((item, at): Pointer[] => {
    // A dependency on the node itself is a cycle; a similar name means another node.
    const isItself = item.kind === 'scalar' && item.value === node;
    const known = isItself ? context.nodeNames : others;
    const remove = () =>
      items.length === 1
        ? removeEntry(source, fields.map, entry)
        : list === undefined
          ? []
          : removeItem(source, list, at);
    const pointer = readPointer(context, item, known, {
      rule: 'unknown-node',
      what: 'node',
      otherwise: () =>
        used !== undefined && item.kind === 'scalar'
          ? {
              text: `Did you mean “${used}”, whose output is used here?`,
              edits: replaceScalar(source, item, used),
            }
          : { text: 'Remove the dependency.', edits: remove() },
    });
    if (pointer !== undefined) return [pointer];
    return used !== undefined && item.kind === 'scalar' ? [{ name: used, scalar: item }] : [];
  });
}

/** The only node that the text refers to and that is not among the dependencies. */
function usedProducer(
  { producers }: GraphParseContext,
  node: string,
  { map }: NodeFields,
  items: readonly Located[],
): string | undefined {
  const listed = new Set(items.map((item) => (item.kind === 'scalar' ? item.value : null)));
  const used = new Set(referencesIn(map).flatMap((name) => producers.get(name) ?? []));
  const open = [...used].filter((name) => name !== node && !listed.has(name));
  return open.length === 1 ? open[0] : undefined;
}

function referencesIn(located: Located): string[] {
  switch (located.kind) {
    case 'scalar':
      return [...String(located.value ?? '').matchAll(/\$\{?\s*([A-Za-z_]\w*)/g)].map(
        ([, name = '']) => name,
      );
    case 'list':
      return located.items.flatMap(referencesIn);
    case 'map':
      return located.entries.flatMap(({ value }) => referencesIn(value));
  }
}
