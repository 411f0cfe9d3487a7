/** Assigns the children of an element to the slots of its form. */
import { findNearest } from '../../../expression/index.ts';
import type { XmlElement } from '../../xml/xml-tree.ts';
import { findMisplaced } from './find-misplaced.ts';
import type { ElementForm, VariedForm } from './form.ts';
import {
  type ParentContext,
  reportClash,
  reportDouble,
  reportMisplaced,
  reportMissingChild,
  reportMisspelled,
  reportUnknownChild,
} from './report-parts.ts';
import type { ChoiceOption } from './slots.ts';

export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';

/** A child with its slot. */
export interface PlacedChild {
  readonly element: XmlElement;
  /** Its corrected name. */
  readonly name: string;
  /** `null`: an element of XML Schema. */
  readonly form: ElementForm | VariedForm | null;
  readonly slot: number;
  readonly repeated: boolean;
  readonly unique: string | undefined;
}

export function checkParts(parentContext: ParentContext): readonly PlacedChild[] {
  const found = placeChildren(parentContext);
  const alone = checkDoubles(parentContext, found);
  const { chosen, clashes } = checkChoices(parentContext, alone);
  const accepted = alone.filter((each) => !clashes.has(each));
  for (const misplaced of findMisplaced(accepted, ({ slot }) => slot))
    reportMisplaced(parentContext, misplaced);
  checkMissing(parentContext, accepted, chosen);
  return found;
}

function placeChildren(parentContext: ParentContext): readonly PlacedChild[] {
  const { context, parent } = parentContext;
  const children = parent.children.filter((child) => child.kind === 'element');
  const present = new Set(
    children.filter(({ namespace }) => namespace === context.namespace).map(({ local }) => local),
  );
  return children.flatMap((child) => {
    const place = placeChild(parentContext, child, present);
    if (place === undefined) {
      reportUnknownChild(parentContext, child);
      return [];
    }
    if (place.form !== null && place.name !== child.local) reportMisspelled(parentContext, child, place.name);
    present.add(place.name);
    return [place];
  });
}

function placeChild(
  { context, slots: { slots, otherVersions } }: ParentContext,
  child: XmlElement,
  present: ReadonlySet<string>,
): PlacedChild | undefined {
  const at = (slot: number, name: string): PlacedChild => {
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
  if (otherVersions.has(child.local) || context.isFull()) return undefined;
  const free = slots.flatMap(({ forms, repeated }) =>
    [...forms.keys()].filter((name) => repeated || !present.has(name)),
  );
  const meant = findNearest(child.local, free);
  return meant === undefined ? undefined : at(slotOf(meant), meant);
}

/** Returns the children without duplicates: the first of each. */
function checkDoubles(parentContext: ParentContext, found: readonly PlacedChild[]): readonly PlacedChild[] {
  const taken = new Set<number>();
  return found.filter((each) => {
    const second = taken.has(each.slot) && !each.repeated;
    taken.add(each.slot);
    if (second) reportDouble(parentContext, each);
    return !second;
  });
}

interface Choices {
  /** The chosen option of each choice; `undefined` if none is chosen. */
  readonly chosen: readonly (number | undefined)[];
  /** Children that belong to another option. */
  readonly clashes: ReadonlySet<PlacedChild>;
}

function checkChoices(parentContext: ParentContext, found: readonly PlacedChild[]): Choices {
  const { slots, choices } = parentContext.slots;
  const chosen: (number | undefined)[] = choices.map(() => undefined);
  const clashes = new Set<PlacedChild>();
  for (const each of found) {
    for (const { choice, option } of slots[each.slot]?.within ?? []) {
      const taken = chosen[choice];
      if (taken === undefined) chosen[choice] = option;
      else if (taken !== option && !clashes.has(each)) {
        clashes.add(each);
        reportClash(parentContext, each, choices[choice]?.names ?? [], taken);
      }
    }
  }
  choices.forEach(({ names, within }, index) => {
    const none = names.length > 0 && chosen[index] === undefined;
    if (none && isTaken(within, chosen)) reportMissingChild(parentContext, names);
  });
  return { chosen, clashes };
}

const isTaken = (within: readonly ChoiceOption[], chosen: Choices['chosen']): boolean =>
  within.every(({ choice, option }) => chosen[choice] === option);

function checkMissing(
  parentContext: ParentContext,
  found: readonly PlacedChild[],
  chosen: Choices['chosen'],
): void {
  const present = new Set(found.map(({ slot }) => slot));
  parentContext.slots.slots.forEach(({ required, forms, within }, index) => {
    if (required && !present.has(index) && isTaken(within, chosen))
      reportMissingChild(parentContext, [...forms.keys()]);
  });
}
