/** Finds the route of a path: one lookup if the path has no variables, otherwise one step per segment. */
import type { Route } from './contract/route.ts';

export type RouteMatch =
  | {
      readonly kind: 'found';
      readonly route: Route;
      /** Decoded values of the names in braces. */
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'nothing' }
  /** A segment cannot be decoded, or contains a forbidden character. */
  | { readonly kind: 'malformed' };

export interface Router {
  find(path: string): RouteMatch;
}

/** A node of the trie: one segment, and its successors. */
interface TrieNode {
  readonly fixed: Map<string, TrieNode>;
  /** Any one segment. */
  variable?: TrieNode;
  /** The end of a path. */
  route?: Route;
  /** The rest of a path. */
  rest?: Route;
}

const nothing: RouteMatch = { kind: 'nothing' };
const malformed: RouteMatch = { kind: 'malformed' };
const noParams: Readonly<Record<string, string>> = Object.freeze({});

/** Throws if two routes have the same path, which is a bug. */
export function createRouter(routes: readonly Route[]): Router {
  const staticRoutes = new Map<string, RouteMatch>();
  const root: TrieNode = { fixed: new Map() };
  for (const route of routes) {
    if (!route.path.includes('{')) staticRoutes.set(route.path, { kind: 'found', route, params: noParams });
    insert(root, route);
  }
  return { find: (path) => staticRoutes.get(path) ?? matchPath(root, path) };
}

function insert(root: TrieNode, route: Route): void {
  let at = root;
  for (const segment of segmentsOf(route.path)) {
    if (/^\{\w+\*\}$/.test(segment)) {
      refuseDuplicate(at.rest, route);
      at.rest = route;
      return;
    }
    at = /^\{\w+\}$/.test(segment) ? variableChildOf(at) : fixedChildOf(at, segment);
  }
  refuseDuplicate(at.route, route);
  at.route = route;
}

function refuseDuplicate(taken: Route | undefined, { path }: Route): void {
  if (taken !== undefined) throw new Error(`Two routes have the path “${path}”.`);
}

function variableChildOf(at: TrieNode): TrieNode {
  at.variable ??= { fixed: new Map() };
  return at.variable;
}

function fixedChildOf(at: TrieNode, segment: string): TrieNode {
  const next = at.fixed.get(segment) ?? { fixed: new Map() };
  at.fixed.set(segment, next);
  return next;
}

function matchPath(root: TrieNode, path: string): RouteMatch {
  const segments = segmentsOf(path);
  const values: string[] = [];
  for (const segment of segments) {
    const value = decode(segment);
    if (value === undefined) return malformed;
    values.push(value);
  }
  const route = findRoute(root, segments, values, 0);
  if (route === undefined) return nothing;
  return { kind: 'found', route, params: paramsOf(route.path, values) };
}

/**
 * Fixed segments take precedence over variable ones, and both over the rest. Fixed segments match only unencoded:
 * encoded ones would bypass the rules of a proxy.
 */
function findRoute(
  at: TrieNode,
  segments: readonly string[],
  values: readonly string[],
  index: number,
): Route | undefined {
  const value = values[index];
  if (value === undefined) return at.route;
  const next = at.fixed.get(segments[index] ?? '');
  const found = next === undefined ? undefined : findRoute(next, segments, values, index + 1);
  if (found !== undefined) return found;
  const isOne = value !== '' && !value.includes('/');
  const other =
    at.variable === undefined || !isOne ? undefined : findRoute(at.variable, segments, values, index + 1);
  return other ?? (value === '' ? undefined : at.rest);
}

function paramsOf(template: string, values: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  segmentsOf(template).forEach((segment, index) => {
    const [, name, all] = /^\{(\w+)(\*?)\}$/.exec(segment) ?? [];
    if (name === undefined) return;
    params[name] = all === '*' ? values.slice(index).join('/') : (values[index] ?? '');
  });
  return params;
}

const segmentsOf = (path: string): readonly string[] => path.slice(1).split('/');

/**
 * Never a control character, an empty segment or `..`. A slash is allowed only in `{name*}`: clients generated from
 * the OpenAPI document encode it.
 */
function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return leadsUp(segment) ? undefined : segment;
  try {
    const value = decodeURIComponent(segment);
    const isOdd = /[\\\p{Cc}]/u.test(value) || (value.includes('/') && value.split('/').includes(''));
    return isOdd || value.split('/').some(leadsUp) ? undefined : value;
  } catch {
    return undefined;
  }
}

const leadsUp = (part: string): boolean => part === '.' || part === '..';
