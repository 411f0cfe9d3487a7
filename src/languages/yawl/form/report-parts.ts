/** Reports errors in the children of an element. */
import type { XmlElement } from '../../xml/xml-tree.ts';
import type { SourceLocation } from '../model/schema.ts';
import type { Misplaced } from './find-misplaced.ts';
import { type FormContext, renameElement } from './form-context.ts';
import { pathIn } from './form-node.ts';
import type { Slots } from './slots.ts';
import { describeVersionRange } from './versions.ts';

/** An element whose children are checked. */
export interface ParentContext {
  readonly context: FormContext;
  readonly parent: XmlElement;
  readonly slots: Slots;
  readonly at: SourceLocation;
}

/** A child, by its corrected name. */
interface Child {
  readonly element: XmlElement;
  readonly name: string;
}

const locationOf = ({ at }: ParentContext, element: XmlElement, name = element.local): SourceLocation => ({
  span: element.nameSpan,
  path: pathIn(at.path, name),
});

const slotNames = ({ slots }: Slots): readonly string[] => slots.flatMap(({ forms }) => [...forms.keys()]);

export function reportUnknownChild(parentContext: ParentContext, child: XmlElement): void {
  const { context, parent, slots } = parentContext;
  const isOurs = child.namespace === context.namespace;
  const versionRange = isOurs ? slots.otherVersions.get(child.local) : undefined;
  const foreign = !isOurs && slotNames(slots).includes(child.local);
  const where = child.namespace === '' ? 'in no namespace' : `in the namespace ${child.namespace}`;
  context.report(locationOf(parentContext, child), {
    rule: 'unknown-element',
    message:
      versionRange !== undefined
        ? `“${child.name}” exists ${describeVersionRange(versionRange)}. This file has version ${context.version}. Remove it, or change the version in “specificationSet”.`
        : foreign
          ? `This “${child.name}” is ${where}, so it is not an element of YAWL. Put it in ${context.namespace || 'no namespace'}.`
          : `“${parent.name}” has no “${child.name}”.`,
    expected: slotNames(slots).join(', ') || 'nothing',
    actual: child.name,
  });
}

export function reportMisspelled(parentContext: ParentContext, child: XmlElement, meant: string): void {
  const { context, parent } = parentContext;
  const text = `Did you mean “${meant}”?`;
  context.report(locationOf(parentContext, child), {
    rule: 'unknown-element',
    message: `“${parent.name}” has no “${child.name}”. ${text}`,
    expected: meant,
    actual: child.name,
    suggestion: { text, edits: renameElement(context.text, child, meant) },
  });
}

export function reportDouble(parentContext: ParentContext, { element, name }: Child): void {
  parentContext.context.report(locationOf(parentContext, element, name), {
    rule: 'duplicate-element',
    message: `“${parentContext.parent.name}” has “${name}” twice. Remove one of them.`,
    expected: `one “${name}”`,
    actual: 'another one',
  });
}

export function reportMisplaced(
  parentContext: ParentContext,
  { item, before, after }: Misplaced<Child>,
): void {
  const where = before === undefined ? `after “${after?.name ?? ''}”` : `before “${before.name}”`;
  parentContext.context.report(locationOf(parentContext, item.element, item.name), {
    rule: 'misplaced-element',
    message: `In “${parentContext.parent.name}” the order matters: “${item.name}” must come ${where}.`,
    expected: slotNames(parentContext.slots).join(', '),
    actual: `${item.name} in another position`,
  });
}

/** @param taken the option that is already chosen */
export function reportClash(
  parentContext: ParentContext,
  { element, name }: Child,
  names: readonly string[],
  taken: number,
): void {
  parentContext.context.report(locationOf(parentContext, element, name), {
    rule: 'misplaced-element',
    message: `“${parentContext.parent.name}” already has “${names[taken] ?? ''}”, which excludes “${name}”. Remove one of them.`,
    expected: names.map((each) => `“${each}”`).join(' or '),
    actual: 'both',
  });
}

/** One of these. */
export function reportMissingChild({ context, parent, at }: ParentContext, names: readonly string[]): void {
  context.report(at, {
    rule: 'missing-element',
    message: `“${parent.name}” needs ${names.map((name) => `“${name}”`).join(' or ')}.`,
    expected: names.map((name) => `<${name}>`).join(' or '),
    actual: 'nothing',
  });
}
