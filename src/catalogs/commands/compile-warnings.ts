/** What a catalog leaves out of its document, as sentences. */
import type { Json } from '../../expression/index.ts';
import { type Endpoint, listEndpoints } from '../document/list-endpoints.ts';
import { idOf } from '../document/name-operations.ts';
import { asObject, entriesOf, ownField } from '../document/own-field.ts';
import type { SecurityScheme } from '../document/security-of.ts';

const maxNamed = 5;
const maxName = 100;

/** `“a”, “b” and 7 others`. */
function nameSome(names: readonly string[]): string {
  const shown = names
    .slice(0, maxNamed)
    .map((name) => `“${name.length > maxName ? `${name.slice(0, maxName)}…` : name}”`);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} ${more === 1 ? 'other' : 'others'}`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? ' is' : 's are'}`;

const warnIf = (names: readonly string[], write: (some: string) => string): readonly string[] =>
  names.length === 0 ? [] : [write(nameSome(names))];

export function warningsOfDocument(document: Json, endpoints: readonly Endpoint[]): readonly string[] {
  const hooks = ['webhooks', 'x-webhooks'].flatMap((key) => entriesOf(ownField(document, key)));
  const callbacks = endpoints.flatMap(({ operation }) => entriesOf(ownField(operation, 'callbacks')));
  const traces = listEndpoints(document).filter(({ method }) => method === 'trace');
  const others = entriesOf(ownField(document, 'paths')).filter(
    ([, item]) =>
      asObject(ownField(item, 'query')) !== undefined ||
      entriesOf(ownField(item, 'additionalOperations')).length > 0,
  );
  const left = 'left out: the API sends these requests itself.';
  return [
    ...(hooks.length === 0 ? [] : [`${count(hooks.length, 'webhook')} ${left}`]),
    ...(callbacks.length === 0 ? [] : [`${count(callbacks.length, 'callback')} ${left}`]),
    ...warnIf(
      traces.map(({ path }) => path),
      (paths) => `Operations with the method TRACE are left out, because clients do not send it: ${paths}.`,
    ),
    ...warnIf(
      others.map(([path]) => path),
      (paths) => `Operations with the method QUERY, or with methods of their own, are left out: ${paths}.`,
    ),
    ...warnIf(
      repeated(endpoints.flatMap((endpoint) => idOf(endpoint) ?? [])),
      (ids) => `Several operations have the same operation id. All but the first are numbered: ${ids}.`,
    ),
  ];
}

function repeated(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(names.filter((name) => seen.has(name) || !seen.add(name)))];
}

export const warningsOfSchemes = (schemes: ReadonlyMap<string, SecurityScheme>): readonly string[] =>
  warnIf(
    [...schemes].flatMap(([name, scheme]) => (scheme.kind === 'unsupported' ? [name] : [])),
    (names) => `Security schemes that are not supported are never used: ${names}.`,
  );

/** @param unusable servers that are not absolute addresses */
export const warningsOfServers = (unusable: readonly string[]): readonly string[] =>
  warnIf(unusable, (servers) => `Servers that are no absolute address are left out: ${servers}.`);

/** @param lost references of requests that lead nowhere */
export function warningsOfReferences(lost: readonly string[]): readonly string[] {
  const isInside = (reference: string): boolean => reference.startsWith('#');
  return [
    ...warnIf(
      lost.filter((reference) => !isInside(reference)),
      (some) =>
        `Requests refer to other documents, which are not read. What they describe is not checked: ${some}.`,
    ),
    ...warnIf(
      lost.filter(isInside),
      (some) => `Requests refer to parts that the document does not have. They are not checked: ${some}.`,
    ),
  ];
}

/** @param names of commands for which there is no room in the whole catalog */
export const warningsOfWhole = (names: readonly string[]): readonly string[] =>
  warnIf(
    names,
    (some) => `The catalog is too large for all commands. Left out (${names.length} of them): ${some}.`,
  );

/** @param names of commands */
export const warningsOfSize = (names: readonly string[]): readonly string[] =>
  names.length <= maxNamed
    ? names.map(
        (name) => `${nameSome([name])} is left out: its request, with what it refers to, is too large.`,
      )
    : warnIf(
        names,
        (some) => `${some} are left out: their requests, with what they refer to, are too large.`,
      );
