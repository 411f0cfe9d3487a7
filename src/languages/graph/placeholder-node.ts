/** Replaces a missing node, so that references to it resolve. */
import type { LocatedMap, LocatedScalar } from '../document/located.ts';
import type { GraphNode, NodeWork, SourceLocation } from './schema.ts';

export function placeholderNode(name: string, at: SourceLocation, work: NodeWork): GraphNode {
  const map: LocatedMap = { kind: 'map', entries: [], flow: true, span: at.span, path: at.path };
  return {
    name,
    at,
    map,
    description: '',
    work,
    dependsOn: [],
    join: 'settled',
    condition: null,
    output: null,
    retry: null,
    fallback: null,
    timeout: null,
    onUncertain: 'ask',
    undo: null,
    ignoreError: false,
  };
}

/** A text that is not in the document. */
export const missingScalar: LocatedScalar = {
  kind: 'scalar',
  value: null,
  style: 'plain',
  span: { start: 0, end: 0 },
  path: '',
  inFlow: false,
};
