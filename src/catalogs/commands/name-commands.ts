/**
 * Names the commands of an API: by its operation id, as workflows write it, and by method and path, as vendors name commands.
 * Every name is given once. What a version before has named keeps its names.
 */
import type { Endpoint } from '../document/list-endpoints.ts';
import { nameOperations } from '../document/name-operations.ts';
import { nameUniquely } from '../document/name-uniquely.ts';
import { canonicalNames } from './canonical-names.ts';
import type { CompileOptions } from './catalog.ts';

export interface CommandNames {
  readonly name: string;
  readonly canonical: string;
}

/** In the order of the endpoints. */
export function nameCommands(
  endpoints: readonly Endpoint[],
  previous: NonNullable<CompileOptions['previous']> = [],
): readonly CommandNames[] {
  const known = new Map(previous.map((command) => [`${command.method} ${command.path}`, command]));
  const before = endpoints.map(({ method, path }) => known.get(`${method.toUpperCase()} ${path}`));
  const names = nameOperations(endpoints, {
    write: callableName,
    kept: before.map((command) => command?.name),
  });
  const canonical = nameUniquely(canonicalNames(endpoints), {
    kept: before.map((command) => command?.canonical),
    separator: '-',
  });
  return names.map((name, at) => ({ name, canonical: canonical[at] ?? name }));
}

export const noNames: CommandNames = { name: '', canonical: '' };

/** `issues/create` is `issues_create`, so that it can be written after the name of a connector. */
const callableName = (written: string): string =>
  written.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_+|_+$/g, '') || 'operation';
