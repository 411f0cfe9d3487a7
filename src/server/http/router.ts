/** Finds the route of a path: one lookup where nothing of the path is variable, else one look per segment. */
import type { Route } from './route.ts';

export type Found =
  | {
      readonly kind: 'found';
      readonly route: Route;
      /** What stands where the route has a name in braces, decoded. */
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'nothing' }
  /** A segment cannot be decoded, or holds what no segment may. */
  | { readonly kind: 'malformed' };

export interface Router {
  find(path: string): Found;
}

/** What is known of one segment, and what may come after it. */
interface Crossing {
  readonly fixed: Map<string, Crossing>;
  /** Any one segment. */
  variable?: Crossing;
  /** The end of a path. */
  route?: Route;
  /** All that is left of a path. */
  rest?: Route;
}

const nothing: Found = { kind: 'nothing' };
const malformed: Found = { kind: 'malformed' };
const noParams: Readonly<Record<string, string>> = Object.freeze({});

/** Throws where two routes mean the same path: a mistake of the program. */
export function createRouter(routes: readonly Route[]): Router {
  const plain = new Map<string, Found>();
  const root: Crossing = { fixed: new Map() };
  for (const route of routes) {
    if (!route.path.includes('{')) plain.set(route.path, { kind: 'found', route, params: noParams });
    lay(root, route);
  }
  return { find: (path) => plain.get(path) ?? follow(root, path) };
}

function lay(root: Crossing, route: Route): void {
  let at = root;
  for (const segment of segmentsOf(route.path)) {
    if (/^\{\w+\*\}$/.test(segment)) {
      claim(at.rest, route);
      at.rest = route;
      return;
    }
    at = /^\{\w+\}$/.test(segment) ? variableOf(at) : fixedOf(at, segment);
  }
  claim(at.route, route);
  at.route = route;
}

function claim(taken: Route | undefined, { path }: Route): void {
  if (taken !== undefined) throw new Error(`Two routes lead to “${path}”.`);
}

function variableOf(at: Crossing): Crossing {
  at.variable ??= { fixed: new Map() };
  return at.variable;
}

function fixedOf(at: Crossing, segment: string): Crossing {
  const next = at.fixed.get(segment) ?? { fixed: new Map() };
  at.fixed.set(segment, next);
  return next;
}

function follow(root: Crossing, path: string): Found {
  const segments = segmentsOf(path);
  const values: string[] = [];
  for (const segment of segments) {
    const value = decode(segment);
    if (value === undefined) return malformed;
    values.push(value);
  }
  const route = walk(root, segments, values, 0);
  if (route === undefined) return nothing;
  return { kind: 'found', route, params: paramsOf(route.path, values) };
}

/**
 * What is fixed goes before what is variable, and both before all that is left. What is fixed has to stand there as it is:
 * encoded, it would go past the rules of a proxy.
 */
function walk(
  at: Crossing,
  segments: readonly string[],
  values: readonly string[],
  index: number,
): Route | undefined {
  const value = values[index];
  if (value === undefined) return at.route;
  const next = at.fixed.get(segments[index] ?? '');
  const found = next === undefined ? undefined : walk(next, segments, values, index + 1);
  if (found !== undefined) return found;
  const isOne = value !== '' && !value.includes('/');
  const other =
    at.variable === undefined || !isOne ? undefined : walk(at.variable, segments, values, index + 1);
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
 * Never a control character, an empty part or a way up. A slash is only part of what `{name*}` takes: those who fill in
 * such a name by a description of the ways cannot but encode it.
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
