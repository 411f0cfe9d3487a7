/** The children of an element against the places that there are for them. */
import { findNearest } from '../../../expression/index.ts';
import type { XmlElement } from '../../xml/xml-tree.ts';
import type { Place } from '../schema.ts';
import { findMisplaced } from './find-misplaced.ts';
import type { Form, VariedForm } from './form.ts';
import { type FormContext, renameElement } from './form-context.ts';
import { pathIn } from './form-node.ts';
import type { Choice, Option, Slot, Slots } from './slots.ts';
import { describeLifetime } from './versions.ts';

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

export function checkParts(
  context: FormContext,
  parent: XmlElement,
  slots: Slots,
  at: Place,
): readonly Found[] {
  const children = parent.children.filter((child) => child.kind === 'element');
  const present = new Set(children.filter((child) => isOurs(context, child)).map(({ local }) => local));
  const found: Found[] = [];
  for (const child of children) {
    const place = placeOf(context, child, slots, present);
    if (place === undefined) reportUnknown(context, parent, child, slots, at);
    else {
      if (place.form !== null && place.name !== child.local)
        reportMisspelled(context, parent, child, place.name, at);
      present.add(place.name);
      found.push(place);
    }
  }
  const alone = reportDoubles(context, parent, found, slots, at);
  const { chosen, clashes } = reportChoices(context, parent, alone, slots, at);
  const settled = alone.filter((each) => !clashes.has(each));
  reportOrder(context, parent, settled, slots, at);
  reportMissing(context, parent, settled, slots, chosen, at);
  return found;
}

const isOurs = (context: FormContext, { namespace }: XmlElement): boolean => namespace === context.namespace;

const namesOf = ({ slots }: Slots): readonly string[] => slots.flatMap(({ forms }) => [...forms.keys()]);

function placeOf(
  context: FormContext,
  child: XmlElement,
  { slots, elsewhen }: Slots,
  present: ReadonlySet<string>,
): Found | undefined {
  const at = (slot: number, name: string): Found | undefined => {
    const { forms, repeated = false, unique } = slots[slot] ?? {};
    return { element: child, name, form: forms?.get(name) ?? null, slot, repeated, unique };
  };
  if (child.namespace === schemaNamespace) {
    const slot = slots.findIndex(({ forms }) => forms.size === 0);
    return slot < 0 ? undefined : at(slot, 'schema');
  }
  if (!isOurs(context, child)) return undefined;
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

function reportUnknown(
  context: FormContext,
  parent: XmlElement,
  child: XmlElement,
  slots: Slots,
  at: Place,
): void {
  const lifetime = isOurs(context, child) ? slots.elsewhen.get(child.local) : undefined;
  const foreign = !isOurs(context, child) && namesOf(slots).includes(child.local);
  const where = child.namespace === '' ? 'in no namespace' : `in the namespace ${child.namespace}`;
  context.report(
    { span: child.nameSpan, path: pathIn(at.path, child.local) },
    {
      rule: 'unknown-element',
      message:
        lifetime !== undefined
          ? `“${child.name}” is known ${describeLifetime(lifetime)}, and this is ${context.version}. Remove it, or say another version in “specificationSet”.`
          : foreign
            ? `This “${child.name}” is ${where}, so it is none of YAWL. Put it in ${context.namespace || 'no namespace'}.`
            : `“${parent.name}” has no “${child.name}”.`,
      expected: namesOf(slots).join(', ') || 'nothing',
      actual: child.name,
    },
  );
}

function reportMisspelled(
  context: FormContext,
  parent: XmlElement,
  child: XmlElement,
  meant: string,
  at: Place,
): void {
  context.report(
    { span: child.nameSpan, path: pathIn(at.path, child.local) },
    {
      rule: 'unknown-element',
      message: `“${parent.name}” has no “${child.name}”. Did you mean “${meant}”?`,
      expected: meant,
      actual: child.name,
      suggestion: { text: `Did you mean “${meant}”?`, edits: renameElement(context.text, child, meant) },
    },
  );
}

/** Gives back what stands there once, with the first of each double. */
function reportDoubles(
  context: FormContext,
  parent: XmlElement,
  found: readonly Found[],
  { slots }: Slots,
  at: Place,
): readonly Found[] {
  const taken = new Set<number>();
  return found.filter(({ element, name, slot }) => {
    const second = taken.has(slot) && slots[slot]?.repeated !== true;
    taken.add(slot);
    if (!second) return true;
    context.report(
      { span: element.nameSpan, path: pathIn(at.path, name) },
      {
        rule: 'duplicate-element',
        message: `“${parent.name}” has “${name}” twice, and may have it once. Remove one of them.`,
        expected: `one “${name}”`,
        actual: 'another one',
      },
    );
    return false;
  });
}

function reportOrder(
  context: FormContext,
  parent: XmlElement,
  found: readonly Found[],
  { slots }: Slots,
  at: Place,
): void {
  for (const { item, before, after } of findMisplaced(found, ({ slot }) => slot)) {
    const where = before === undefined ? `behind “${after?.name ?? ''}”` : `before “${before.name}”`;
    context.report(
      { span: item.element.nameSpan, path: pathIn(at.path, item.name) },
      {
        rule: 'misplaced-element',
        message: `In “${parent.name}” the order counts: “${item.name}” has to stand ${where}.`,
        expected: slots.flatMap(({ forms }) => [...forms.keys()].slice(0, 1)).join(', '),
        actual: `${item.name} at another place`,
      },
    );
  }
}

/** Which option of each choice is taken, undefined where none is; and what belongs to another one. */
function reportChoices(
  context: FormContext,
  parent: XmlElement,
  found: readonly Found[],
  { slots, choices }: Slots,
  at: Place,
): { readonly chosen: readonly (number | undefined)[]; readonly clashes: ReadonlySet<Found> } {
  const chosen: (number | undefined)[] = choices.map(() => undefined);
  const clashes = new Set<Found>();
  for (const each of found) {
    for (const { choice, option } of slots[each.slot]?.within ?? []) {
      const taken = chosen[choice];
      if (taken === undefined) chosen[choice] = option;
      else if (taken !== option && !clashes.has(each)) {
        clashes.add(each);
        reportClash(context, parent, each, choices[choice]?.names ?? [], taken, at);
      }
    }
  }
  choices.forEach((choice, index) => {
    if (choice.names.length > 0 && chosen[index] === undefined && isTaken(choice.within, chosen)) {
      reportNone(context, parent, choice, at);
    }
  });
  return { chosen, clashes };
}

const isTaken = (within: readonly Option[], chosen: readonly (number | undefined)[]): boolean =>
  within.every(({ choice, option }) => chosen[choice] === option);

function reportClash(
  context: FormContext,
  parent: XmlElement,
  { element, name }: Found,
  names: readonly string[],
  taken: number,
  at: Place,
): void {
  context.report(
    { span: element.nameSpan, path: pathIn(at.path, name) },
    {
      rule: 'misplaced-element',
      message: `“${parent.name}” has “${names[taken] ?? ''}” already, and “${name}” cannot stand beside it. Remove one of them.`,
      expected: names.map((each) => `“${each}”`).join(' or '),
      actual: 'both',
    },
  );
}

function reportNone(context: FormContext, parent: XmlElement, { names }: Choice, at: Place): void {
  context.report(at, {
    rule: 'missing-element',
    message: `“${parent.name}” needs ${names.map((name) => `“${name}”`).join(' or ')}.`,
    expected: names.map((name) => `<${name}>`).join(' or '),
    actual: 'nothing',
  });
}

function reportMissing(
  context: FormContext,
  parent: XmlElement,
  found: readonly Found[],
  { slots }: Slots,
  chosen: readonly (number | undefined)[],
  at: Place,
): void {
  const present = new Set(found.map(({ slot }) => slot));
  slots.forEach((slot: Slot, index) => {
    if (!slot.required || present.has(index) || !isTaken(slot.within, chosen)) return;
    const [name = ''] = slot.forms.keys();
    context.report(at, {
      rule: 'missing-element',
      message: `“${parent.name}” needs “${name}”.`,
      expected: `<${name}>`,
      actual: 'nothing',
    });
  });
}
