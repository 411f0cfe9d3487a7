/** What can be wrong with the children of an element, in words. */
import type { XmlElement } from '../../xml/xml-tree.ts';
import type { Place } from '../schema.ts';
import type { Misplaced } from './find-misplaced.ts';
import { type FormContext, renameElement } from './form-context.ts';
import { pathIn } from './form-node.ts';
import type { Slots } from './slots.ts';
import { describeLifetime } from './versions.ts';

/** An element whose children are looked at. */
export interface Inside {
  readonly context: FormContext;
  readonly parent: XmlElement;
  readonly slots: Slots;
  readonly at: Place;
}

/** A child, by the name that is meant. */
interface Child {
  readonly element: XmlElement;
  readonly name: string;
}

const placeOf = ({ at }: Inside, element: XmlElement, name = element.local): Place => ({
  span: element.nameSpan,
  path: pathIn(at.path, name),
});

const namesOf = ({ slots }: Slots): readonly string[] => slots.flatMap(({ forms }) => [...forms.keys()]);

export function reportUnknown(inside: Inside, child: XmlElement): void {
  const { context, parent, slots } = inside;
  const isOurs = child.namespace === context.namespace;
  const lifetime = isOurs ? slots.elsewhen.get(child.local) : undefined;
  const foreign = !isOurs && namesOf(slots).includes(child.local);
  const where = child.namespace === '' ? 'in no namespace' : `in the namespace ${child.namespace}`;
  context.report(placeOf(inside, child), {
    rule: 'unknown-element',
    message:
      lifetime !== undefined
        ? `“${child.name}” is known ${describeLifetime(lifetime)}, and this is ${context.version}. Remove it, or say another version in “specificationSet”.`
        : foreign
          ? `This “${child.name}” is ${where}, so it is none of YAWL. Put it in ${context.namespace || 'no namespace'}.`
          : `“${parent.name}” has no “${child.name}”.`,
    expected: namesOf(slots).join(', ') || 'nothing',
    actual: child.name,
  });
}

export function reportMisspelled(inside: Inside, child: XmlElement, meant: string): void {
  const { context, parent } = inside;
  const text = `Did you mean “${meant}”?`;
  context.report(placeOf(inside, child), {
    rule: 'unknown-element',
    message: `“${parent.name}” has no “${child.name}”. ${text}`,
    expected: meant,
    actual: child.name,
    suggestion: { text, edits: renameElement(context.text, child, meant) },
  });
}

export function reportDouble(inside: Inside, { element, name }: Child): void {
  inside.context.report(placeOf(inside, element, name), {
    rule: 'duplicate-element',
    message: `“${inside.parent.name}” has “${name}” twice, and may have it once. Remove one of them.`,
    expected: `one “${name}”`,
    actual: 'another one',
  });
}

export function reportMisplaced(inside: Inside, { item, before, after }: Misplaced<Child>): void {
  const where = before === undefined ? `behind “${after?.name ?? ''}”` : `before “${before.name}”`;
  inside.context.report(placeOf(inside, item.element, item.name), {
    rule: 'misplaced-element',
    message: `In “${inside.parent.name}” the order counts: “${item.name}” has to stand ${where}.`,
    expected: namesOf(inside.slots).join(', '),
    actual: `${item.name} at another place`,
  });
}

/** @param taken the option that was chosen before */
export function reportClash(
  inside: Inside,
  { element, name }: Child,
  names: readonly string[],
  taken: number,
): void {
  inside.context.report(placeOf(inside, element, name), {
    rule: 'misplaced-element',
    message: `“${inside.parent.name}” has “${names[taken] ?? ''}” already, and “${name}” cannot stand beside it. Remove one of them.`,
    expected: names.map((each) => `“${each}”`).join(' or '),
    actual: 'both',
  });
}

/** One of these. */
export function reportMissing({ context, parent, at }: Inside, names: readonly string[]): void {
  context.report(at, {
    rule: 'missing-element',
    message: `“${parent.name}” needs ${names.map((name) => `“${name}”`).join(' or ')}.`,
    expected: names.map((name) => `<${name}>`).join(' or '),
    actual: 'nothing',
  });
}
