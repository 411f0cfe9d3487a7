/** The children of an element against the places that there are for them. */
import { findNearest } from '../../../expression/index.ts';
import type { XmlElement } from '../../xml/xml-tree.ts';
import { findMisplaced } from './find-misplaced.ts';
import type { Form, VariedForm } from './form.ts';
import {
  type Inside,
  reportClash,
  reportDouble,
  reportMisplaced,
  reportMissing,
  reportMisspelled,
  reportUnknown,
} from './report-parts.ts';
import type { Option } from './slots.ts';

export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';

/** A child at its place. */
export interface Found {
  readonly element: XmlElement;
  /** The one that is meant. */
  readonly name: string;
  /** Null: it is of XML Schema. */
  readonly form: Form | VariedForm | null;
  readonly slot: number;
  readonly repeated: boolean;
  readonly unique: string | undefined;
}

export function checkParts(inside: Inside): readonly Found[] {
  const found = findPlaces(inside);
  const alone = checkDoubles(inside, found);
  const { chosen, clashes } = checkChoices(inside, alone);
  const settled = alone.filter((each) => !clashes.has(each));
  for (const misplaced of findMisplaced(settled, ({ slot }) => slot)) reportMisplaced(inside, misplaced);
  checkMissing(inside, settled, chosen);
  return found;
}

function findPlaces(inside: Inside): readonly Found[] {
  const { context, parent } = inside;
  const children = parent.children.filter((child) => child.kind === 'element');
  const present = new Set(
    children.filter(({ namespace }) => namespace === context.namespace).map(({ local }) => local),
  );
  return children.flatMap((child) => {
    const place = findPlace(inside, child, present);
    if (place === undefined) {
      reportUnknown(inside, child);
      return [];
    }
    if (place.form !== null && place.name !== child.local) reportMisspelled(inside, child, place.name);
    present.add(place.name);
    return [place];
  });
}

function findPlace(
  { context, slots: { slots, elsewhen } }: Inside,
  child: XmlElement,
  present: ReadonlySet<string>,
): Found | undefined {
  const at = (slot: number, name: string): Found => {
    const { forms, repeated = false, unique } = slots[slot] ?? {};
    return { element: child, name, form: forms?.get(name) ?? null, slot, repeated, unique };
  };
  if (child.namespace === schemaNamespace) {
    const slot = slots.findIndex(({ forms }) => forms.size === 0);
    return slot < 0 ? undefined : at(slot, 'schema');
  }
  if (child.namespace !== context.namespace) return undefined;
  const slotOf = (name: string) => slots.findIndex(({ forms }) => forms.has(name));
  const exact = slotOf(child.local);
  if (exact >= 0) return at(exact, child.local);
  if (elsewhen.has(child.local) || context.isFull()) return undefined;
  const free = slots.flatMap(({ forms, repeated }) =>
    [...forms.keys()].filter((name) => repeated || !present.has(name)),
  );
  const meant = findNearest(child.local, free);
  return meant === undefined ? undefined : at(slotOf(meant), meant);
}

/** Gives back what stands there once, with the first of each double. */
function checkDoubles(inside: Inside, found: readonly Found[]): readonly Found[] {
  const taken = new Set<number>();
  return found.filter((each) => {
    const second = taken.has(each.slot) && !each.repeated;
    taken.add(each.slot);
    if (second) reportDouble(inside, each);
    return !second;
  });
}

interface Choices {
  /** The option of each choice that is taken; undefined where none is. */
  readonly chosen: readonly (number | undefined)[];
  /** What belongs to another option. */
  readonly clashes: ReadonlySet<Found>;
}

function checkChoices(inside: Inside, found: readonly Found[]): Choices {
  const { slots, choices } = inside.slots;
  const chosen: (number | undefined)[] = choices.map(() => undefined);
  const clashes = new Set<Found>();
  for (const each of found) {
    for (const { choice, option } of slots[each.slot]?.within ?? []) {
      const taken = chosen[choice];
      if (taken === undefined) chosen[choice] = option;
      else if (taken !== option && !clashes.has(each)) {
        clashes.add(each);
        reportClash(inside, each, choices[choice]?.names ?? [], taken);
      }
    }
  }
  choices.forEach(({ names, within }, index) => {
    const none = names.length > 0 && chosen[index] === undefined;
    if (none && isTaken(within, chosen)) reportMissing(inside, names);
  });
  return { chosen, clashes };
}

const isTaken = (within: readonly Option[], chosen: Choices['chosen']): boolean =>
  within.every(({ choice, option }) => chosen[choice] === option);

function checkMissing(inside: Inside, found: readonly Found[], chosen: Choices['chosen']): void {
  const present = new Set(found.map(({ slot }) => slot));
  inside.slots.slots.forEach(({ required, forms, within }, index) => {
    if (required && !present.has(index) && isTaken(within, chosen)) reportMissing(inside, [...forms.keys()]);
  });
}
