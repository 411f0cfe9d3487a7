/** Orders adapters so that each comes after those that provide what it requires [Q7.3]. */
import { Refusal } from '../refusal.ts';
import type { AdapterFacts, Capability } from './flow.ts';
import { adapterFailed } from './refusals.ts';

/** What none of the chosen adapters provides. */
export interface MissingCapability extends Capability {
  readonly adapter: string;
}

/** In the given order, as far as their requirements allow it. Throws if they are circular. */
export function orderAdapters<Ordered extends AdapterFacts>(
  adapters: readonly Ordered[],
): readonly Ordered[] {
  const ordered: Ordered[] = [];
  let left = adapters;
  while (left.length > 0) {
    const next = left.find((adapter) => needsOf(adapter, left).length === 0);
    if (next === undefined) throw circular(left);
    ordered.push(next);
    left = left.filter((adapter) => adapter !== next);
  }
  return ordered;
}

/** Those of the others that must come before it. */
const needsOf = (adapter: AdapterFacts, others: readonly AdapterFacts[]): readonly AdapterFacts[] =>
  others.filter(
    (other) => other !== adapter && adapter.requires.some((required) => isProvidedBy(required, other)),
  );

const isProvidedBy = ({ capability, version }: Capability, { provides }: AdapterFacts): boolean =>
  provides.some(
    (provided) =>
      provided.capability === capability &&
      (version === '' || provided.version === '' || provided.version === version),
  );

/** @param left each needs one of the others */
function circular(left: readonly AdapterFacts[]): Refusal {
  const path: AdapterFacts[] = [];
  let at = left[0];
  while (at !== undefined && !path.includes(at)) {
    path.push(at);
    [at] = needsOf(at, left);
  }
  const cycle = [...path.slice(at === undefined ? 0 : path.indexOf(at)), ...(at === undefined ? [] : [at])];
  const names = cycle.map(({ name }) => name).join(' → ');
  return new Refusal(
    adapterFailed(
      cycle[0]?.name ?? '',
      `The adapters require each other, so none of them can be first: ${names}.`,
      `Circular requirements: ${names}`,
    ),
  );
}

export const missingCapabilities = (adapters: readonly AdapterFacts[]): readonly MissingCapability[] =>
  adapters.flatMap((adapter) =>
    adapter.requires
      .filter((required) => !adapters.some((other) => isProvidedBy(required, other)))
      .map((required) => ({ adapter: adapter.name, ...required })),
  );

/** Names of the adapters that provide it. */
export const providersOf = (required: Capability, adapters: Iterable<AdapterFacts>): readonly string[] =>
  [...adapters].filter((adapter) => isProvidedBy(required, adapter)).map(({ name }) => name);
