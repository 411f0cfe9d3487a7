/** How callers of the REST API know what errors refer to: an operation by its route. */
import { type NameReference, plainName, registry } from '../../operations/index.ts';

export const nameForRest: NameReference = (reference) => {
  const route = 'operation' in reference ? registry.find(reference.operation)?.rest : undefined;
  return route === undefined ? plainName(reference) : `“${route.method} ${shownPath(route.path)}”`;
};

/** `{path*}` also contains slashes, which readers need not know. */
export const shownPath = (path: string): string => path.replace('*}', '}');
