/** The ways in which people and workflows write which command they mean. */
import type { SearchedCommand } from './command-index.ts';

/** @returns places of the commands with that id, in whatever way it is written: `issues/create`, `issues_create` */
export function createIdLookup(commands: readonly SearchedCommand[]): (query: string) => readonly number[] {
  const catalogs = commands.map(({ catalog }) => plainId(catalog));
  const distinct = [...new Set(catalogs)];
  const names = placesBy(commands, ({ name, operationId }) => [plainId(name), plainId(operationId ?? '')]);
  const canonical = placesBy(commands, (entry) => [plainId(entry.canonical)]);
  const routes = placesBy(commands, ({ method, path }) =>
    path === '' ? [] : [routeOf(`${method} ${path}`)],
  );
  return (query) => {
    const id = plainId(query);
    // What is the name of one may be the canonical name of another.
    for (const places of [names, canonical]) {
      const owned = distinct
        .filter((catalog) => id.startsWith(catalog))
        .flatMap((catalog) =>
          (places.get(id.slice(catalog.length)) ?? []).filter((at) => catalogs[at] === catalog),
        );
      const found = owned.length > 0 ? owned : (places.get(id) ?? []);
      if (found.length > 0) return found;
    }
    return routes.get(routeOf(query)) ?? [];
  };
}

function placesBy(
  commands: readonly SearchedCommand[],
  idsOf: (entry: SearchedCommand['entry']) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { entry }] of commands.entries()) {
    for (const id of new Set(idsOf(entry))) {
      const known = places.get(id);
      if (known === undefined) places.set(id, [at]);
      else known.push(at);
    }
  }
  places.delete('');
  return places;
}

/** Whether a query is more than words: `issues/create`, `createSite`. */
export const isWrittenAsId = (query: string): boolean => /[^\p{L}\p{N}\s]|\p{Ll}\p{Lu}/u.test(query.trim());

const plainId = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const routeOf = (text: string): string => text.trim().toLowerCase();
