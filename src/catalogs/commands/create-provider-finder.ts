/**
 * Infers which command lists the values of a parameter. The list just before it in its path is the first choice; otherwise
 * one whose items have its name, with arguments that the same call has. A wrong list would be worse than none: where two
 * fit equally, or where anything is not certain, there is none.
 */
import type { ApiDocument } from '../document/api-document.ts';
import type { Argument } from '../document/operation-parameters.ts';
import { plainSegment, segmentsOf } from './canonical-names.ts';
import type { ValueProvider } from './catalog.ts';
import { chooseField, chooseLabel, type WantedValue } from './choose-field.ts';
import { scalarKindOf } from './list-items.ts';
import { findListSources, type KnownCommand, type ListSource, shapeOf } from './list-sources.ts';
import { singularsOf, snake, wordsOf } from './word-forms.ts';

export type ProviderFinder = (at: number, parameter: Argument) => ValueProvider | undefined;

export function createProviderFinder(api: ApiDocument, commands: readonly KnownCommand[]): ProviderFinder {
  const sources = findListSources(api, commands);
  const places = commands.map(placeOf);
  const read = new Set(
    commands.flatMap(({ endpoint: { method, path } }) =>
      method === 'get' ? [shapeOf(segmentsOf(path))] : [],
    ),
  );
  return (at, parameter) => {
    const place = places[at];
    const kind = parameter.schema === undefined ? undefined : scalarKindOf(api.view(parameter.schema));
    if (place === undefined || kind === undefined) return undefined;
    const wanted = readName(parameter.field ?? parameter.name);
    const make = (source: ListSource, isOfItems: boolean): Fit | undefined => {
      const { name } = parameter;
      const { list, fields } = source.items;
      const field = chooseField(fields, { ...wanted, name: parameter.field ?? name, kind, isOfItems });
      const args = field === undefined ? undefined : argsOf(source, place, parameter);
      if (field === undefined || args === undefined) return undefined;
      if (createsItem(place, source, field, read)) return undefined;
      const label = chooseLabel(fields, field);
      return { source, provider: { command: source.name, list, value: field, label, args } };
    };
    const position = parameter.place === 'path' ? positionOf(place, parameter.name) : -1;
    const before = position > 0 ? sources.byPath.get(shapeOf(place.segments.slice(0, position))) : undefined;
    if (before !== undefined && before.name !== place.name) {
      const found = make(before, before.singulars.includes(wanted.base));
      // What its own list does not have is in no other list, except for people.
      if (found !== undefined || !wanted.isPerson) return found?.provider;
    }
    if (!mayBeElsewhere(parameter, wanted, place)) return undefined;
    const fits = (sources.bySingular.get(wanted.base) ?? [])
      .filter((source) => source.name !== place.name && isInScope(source, place, position, wanted))
      .flatMap((source) => make(source, true) ?? [])
      .filter((fit) => wanted.attribute !== null || isCertain(fit, parameter, place, wanted));
    return best(fits, place)?.provider;
  };
}

interface Place {
  readonly name: string;
  readonly method: string;
  readonly segments: readonly string[];
  /** Parameters of the path in their order. */
  readonly inPath: readonly string[];
  /** Other ids that every call has. */
  readonly required: ReadonlySet<string>;
}

function placeOf({ name, endpoint, parameters }: KnownCommand): Place {
  const segments = segmentsOf(endpoint.path);
  const inPath = segments.flatMap((segment) =>
    [...segment.matchAll(/\{([^{}]+)\}/g)].map(([, each = '']) => each),
  );
  const others = parameters.filter(
    ({ name: other, place, required }) => required && place !== 'path' && place !== 'body' && isId(other),
  );
  return {
    name,
    method: endpoint.method,
    segments,
    inPath,
    required: new Set(others.map((parameter) => parameter.name)),
  };
}

const isId = (name: string): boolean => ownIds.includes(wordsOf(name).at(-1) ?? '');

/** -1 if it is not a segment of its own. */
const positionOf = ({ segments }: Place, name: string): number => segments.indexOf(`{${name}}`);

const people = ['username', 'user', 'owner', 'login', 'user_login', 'user_name'];
const attributes = ['id', 'uuid', 'guid', 'number', 'slug', 'name', 'key', 'login'];

type Name = Pick<WantedValue, 'attribute' | 'isPerson'> & { readonly base: string };

/** `projectId` is the id of a project, `owner` a user. */
function readName(name: string): Name {
  const words = wordsOf(name);
  if (people.includes(words.join('_'))) return { base: 'user', attribute: null, isPerson: true };
  const last = words.at(-1) ?? '';
  const attribute = words.length > 1 && attributes.includes(last) ? last : null;
  const base = (attribute === null ? words : words.slice(0, -1)).join('_');
  return {
    base,
    attribute: attribute ?? (ownIds.includes(last) && words.length === 1 ? last : null),
    isPerson: false,
  };
}

const ownIds = ['id', 'uuid', 'guid'];

/** A field of a body often has the name of something new, and a parameter without “id” often means something else. */
function mayBeElsewhere({ place }: Argument, { attribute }: Name, { method }: Place): boolean {
  if (place === 'path' || (attribute !== null && ownIds.includes(attribute))) return true;
  return place !== 'body' && attribute === null && ['get', 'head', 'delete'].includes(method);
}

/** Whether a parameter that is called like the items of a list is one of them. */
function isCertain(
  { source, provider }: Fit,
  parameter: Argument,
  place: Place,
  { isPerson }: Name,
): boolean {
  const field = snake(provider.value ?? '');
  if (parameter.place === 'path') return naturalKeys.includes(field) || ownIds.includes(field);
  if (isPerson) return true;
  const parent = source.segments.slice(0, -1);
  const isBeside = shapeOf(place.segments.slice(0, parent.length)) === shapeOf(parent);
  return naturalKeys.includes(field) && isBeside && Object.keys(provider.args).length > 0;
}

const naturalKeys = ['login', 'username', 'user_name', 'slug', 'name'];

interface Fit {
  readonly source: ListSource;
  readonly provider: ValueProvider;
}

/** For each required argument of a list the parameter of the call that fills it; `undefined` if one has none. */
function argsOf(
  { segments, required }: ListSource,
  place: Place,
  parameter: Argument,
): ValueProvider['args'] | undefined {
  const end = parameter.place === 'path' ? place.inPath.indexOf(parameter.name) : place.inPath.length;
  const known = place.inPath.slice(0, end);
  const args: [string, string][] = [];
  for (const { name } of required) {
    const at = segments.indexOf(`{${name}}`);
    const isSame = at >= 0 && shapeOf(segments.slice(0, at + 1)) === shapeOf(place.segments.slice(0, at + 1));
    const opposite = isSame ? (place.segments[at] ?? '').slice(1, -1) : name;
    const filled = [opposite, name, ...(people.includes(snake(name)) ? people : [])].find(
      (each) => known.includes(each) || (each !== parameter.name && place.required.has(each)),
    );
    if (filled === undefined || args.some(([, other]) => other === filled)) return undefined;
    args.push([name, filled]);
  }
  return Object.fromEntries(args);
}

/** What is inside something is not listed without it. */
function isInScope(
  { required }: ListSource,
  { segments, inPath }: Place,
  position: number,
  wanted: Name,
): boolean {
  if (required.length > 0 || position < 0 || inPath.length === 0) return true;
  const isFirst = segments.slice(0, position).every((segment) => !segment.includes('{'));
  const before = segments[position - 1] ?? '';
  return isFirst || !(before.includes('{') || singularsOf(plainSegment(before)).includes(wanted.base));
}

/** `PUT /teams/{team}/members/{login}` adds someone who is not among the members. */
function createsItem(
  { method, segments }: Place,
  source: ListSource,
  field: string,
  read: ReadonlySet<string>,
): boolean {
  const shape = shapeOf(source.segments);
  const isInside = shapeOf(segments.slice(0, source.segments.length)) === shape;
  const others = segments.slice(source.segments.length);
  if (!isInside || !others.every((segment) => segment.startsWith('{'))) return false;
  const isUpdate = ownIds.includes(snake(field)) && read.has(shapeOf(segments));
  return method === 'post' || (method === 'put' && !isUpdate);
}

/** The list that is nearest in its path, and then the one that is told most. Two that are equal are none. */
function best(fits: readonly Fit[], { segments }: Place): Fit | undefined {
  const rank = ({ source, provider }: Fit): readonly number[] => [
    [...source.segments, null].findIndex((segment, at) => segments[at] !== segment),
    Object.keys(provider.args).length,
    -source.segments.length,
  ];
  const ranked = fits
    .map((fit) => ({ fit, rank: rank(fit) }))
    .toSorted((one, other) => compare(other.rank, one.rank));
  const [first, second] = ranked;
  if (first === undefined) return undefined;
  return second !== undefined && compare(first.rank, second.rank) === 0 ? undefined : first.fit;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((each, index) => each !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
