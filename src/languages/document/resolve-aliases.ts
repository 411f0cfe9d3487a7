/**
 * Resolves each alias and computes the size of the document with all aliases expanded. Does not expand anything, so
 * refusing a document that would explode costs nothing.
 */
import { type Alias, isAlias, isMap, isScalar, type ParsedNode } from 'yaml';

export interface ResolvedAliases {
  readonly targets: ReadonlyMap<ParsedNode, ParsedNode>;
  readonly unknown: readonly UnknownAlias[];
  /** In the order of the text. */
  readonly anchors: readonly string[];
  readonly size: ExpandedSize;
}

export interface UnknownAlias {
  readonly alias: Alias.Parsed;
  /** Whether the alias is inside the value that it refers to. */
  readonly circular: boolean;
  /** Number of anchors before it. */
  readonly anchorsBefore: number;
}

export interface ExpandedSize {
  readonly nodes: number;
  readonly aliases: number;
  readonly depth: number;
}

export function resolveAliases(contents: ParsedNode): ResolvedAliases {
  const anchors = new Map<string, { readonly node: ParsedNode; size: ExpandedSize | undefined }>();
  const targets = new Map<ParsedNode, ParsedNode>();
  const unknown: UnknownAlias[] = [];

  const measureAlias = (alias: Alias.Parsed): ExpandedSize => {
    const anchor = anchors.get(alias.source);
    if (anchor?.size === undefined) {
      unknown.push({ alias, circular: anchor !== undefined, anchorsBefore: anchors.size });
      return { nodes: 1, aliases: 1, depth: 0 };
    }
    targets.set(alias, anchor.node);
    return { ...anchor.size, aliases: anchor.size.aliases + 1 };
  };

  const measureParts = (parts: readonly ParsedNode[]): ExpandedSize => {
    const size = { nodes: 1, aliases: 0, depth: 0 };
    for (const part of parts) {
      const { nodes, aliases, depth } = measure(part);
      size.nodes += nodes;
      size.aliases += aliases;
      size.depth = Math.max(size.depth, depth + 1);
    }
    return size;
  };

  const measure = (node: ParsedNode): ExpandedSize => {
    if (isAlias(node)) return measureAlias(node);
    const anchor =
      node.anchor === undefined ? undefined : { node, size: undefined as ExpandedSize | undefined };
    if (anchor !== undefined) anchors.set(node.anchor ?? '', anchor);
    const size = measureParts(partsOf(node));
    if (anchor !== undefined) anchor.size = size;
    return size;
  };

  const size = measure(contents);
  return { targets, unknown, anchors: [...anchors.keys()], size };
}

function partsOf(node: Exclude<ParsedNode, Alias.Parsed>): readonly ParsedNode[] {
  if (isScalar(node)) return [];
  if (!isMap(node)) return node.items;
  return node.items.flatMap(({ key, value }) => (value === null ? [key] : [key, value]));
}
