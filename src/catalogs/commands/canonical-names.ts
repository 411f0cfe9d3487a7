/**
 * Names from method and path: `POST /v3/repos/{owner}/{repo}/issues` is `repos:issues:create`. If that is taken, the summary
 * takes the place of the action, and then it is followed by the method.
 */
import type { Endpoint } from '../document/list-endpoints.ts';
import { idOf } from '../document/name-operations.ts';
import { asText, ownField } from '../document/own-field.ts';

/** Of each endpoint its names, the best first. */
export function canonicalNames(endpoints: readonly Endpoint[]): readonly (readonly string[])[] {
  const paths = endpoints.map(({ path }) => segmentsOf(path));
  const shared = sharedPrefix(paths);
  return endpoints.map((endpoint, at) => {
    const segments = paths[at] ?? [];
    const group = segments.slice(shared).map(plainSegment).filter(isNaming);
    const action = actionOf(endpoint, segments.at(-1));
    const words = kebab(asText(ownField(endpoint.operation, 'summary')) ?? '') || kebab(idOf(endpoint) ?? '');
    const actions = [action, ...(words === '' ? [] : [words]), `${words || action}-${endpoint.method}`];
    return actions.map((last) => [...group, last].join(':'));
  });
}

export const segmentsOf = (path: string): readonly string[] =>
  path.split('/').filter((segment) => segment !== '');

/** Without its parameters, and with nothing that separates names; empty if it has parameters only. */
export const plainSegment = (segment: string): string =>
  segment
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/[^\p{L}\p{N}._~-]+/gu, '-')
    .replaceAll(/^[.~-]+|[.~-]+$/g, '');

const isNaming = (segment: string): boolean => segment !== '' && !/^v\d+$/i.test(segment);

/** How many segments all paths begin with that say nothing: `/api/0/projects`. */
function sharedPrefix([first = [], ...others]: readonly (readonly string[])[]): number {
  const shared = first.findIndex(
    (segment, at) => !/^(apis?|v\d+|\d+)$/i.test(segment) || others.some((path) => path[at] !== segment),
  );
  return shared === -1 ? first.length : shared;
}

const actions: { readonly [method: string]: string } = {
  post: 'create',
  put: 'update',
  patch: 'update',
  delete: 'delete',
};

function actionOf({ method }: Endpoint, last = ''): string {
  if (method !== 'get') return actions[method] ?? method;
  return last.includes('{') && plainSegment(last) === '' ? 'info' : 'list';
}

const maxKebab = 60;

/** `Create an issue (beta)` is `create-an-issue-beta`. */
function kebab(text: string): string {
  const words = text
    .slice(0, maxKebab * 4)
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const [first = '', ...others] = words ?? [];
  let written = first.slice(0, maxKebab);
  for (const word of others) {
    if (written.length + word.length >= maxKebab) break;
    written += `-${word}`;
  }
  return written;
}
