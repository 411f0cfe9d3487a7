/** Reads the attributes that a type declares: its own, those of groups, and inherited ones. */
import { simpleOf } from './read-simple-type.ts';
import {
  attributeText,
  checkKnownAttributes,
  checkName,
  childNodes,
  rawAttribute,
  reportUnknownElement,
  reportUnsupported,
  type SchemaContext,
  type SchemaNode,
} from './schema-context.ts';
import type { XsdAttribute, XsdType } from './shape.ts';

export interface AttributeRules {
  readonly attributes: readonly XsdAttribute[];
  readonly open: boolean;
}

export const attributeParts: readonly string[] = ['attribute', 'attributeGroup', 'anyAttribute'];

/** @param inherited replaced if declared again, removed if prohibited */
export function readAttributeRules(
  context: SchemaContext,
  nodes: readonly SchemaNode[],
  inherited: AttributeRules,
  open: boolean,
): AttributeRules {
  const rules = new Map(inherited.attributes.map((attribute) => [attribute.name, attribute]));
  const own = new Set<string>();
  const groups = new Set<string>();
  let isOpen = open;
  const add = (parts: readonly SchemaNode[]) => {
    for (const node of parts) {
      switch (node.element.local) {
        case 'attribute': {
          const rule = readAttribute(context, node);
          if (rule === undefined) break;
          if (own.has(rule.name)) reportDuplicate(context, node, rule.name);
          own.add(rule.name);
          if (attributeText(node, 'use') === 'prohibited') rules.delete(rule.name);
          else rules.set(rule.name, rule);
          break;
        }
        case 'attributeGroup':
          context.withDepth(node, () => add(partsOfGroup(context, node, groups)));
          break;
        case 'anyAttribute':
          checkKnownAttributes(context, node, ['namespace', 'processContents']);
          isOpen = true;
          break;
        default:
          reportUnknownElement(context, node, attributeParts);
      }
    }
  };
  add(nodes);
  return { attributes: [...rules.values()], open: isOpen };
}

/** @param seen groups of this type; each can occur once */
function partsOfGroup(context: SchemaContext, node: SchemaNode, seen: Set<string>): readonly SchemaNode[] {
  checkKnownAttributes(context, node, ['ref']);
  const name = attributeText(node, 'ref');
  if (name === undefined) {
    const message = 'A group of attributes is referred to by “ref”.';
    context.reportAt(node, { rule: 'xsd-syntax', message, expected: 'ref', actual: 'nothing' });
    return [];
  }
  const group = context.find('attributeGroup', name, node, 'ref');
  if (group === undefined) return [];
  if (seen.has(group.path)) {
    const message = `The group of attributes “${name}” occurs twice in one type, or contains itself.`;
    context.reportAt(node, {
      rule: 'xsd-circular',
      message,
      expected: 'each group once',
      actual: name,
      attribute: 'ref',
    });
    return [];
  }
  seen.add(group.path);
  return childNodes(context, group);
}

const known = ['name', 'ref', 'type', 'use', 'default', 'fixed', 'form'];

function readAttribute(context: SchemaContext, node: SchemaNode): XsdAttribute | undefined {
  checkKnownAttributes(context, node, known);
  const ref = attributeText(node, 'ref');
  if (ref?.startsWith('xml:')) {
    reportUnsupported(
      context,
      node,
      `The attribute “${ref}”`,
      'Data has no attributes in a namespace.',
      'ref',
    );
    return undefined;
  }
  const target = ref === undefined ? node : context.find('attribute', ref, node, 'ref');
  if (target === undefined) return undefined;
  const name = attributeText(target, 'name');
  if (name === undefined) {
    const message = 'An attribute needs a “name”, or a “ref” to a global one.';
    context.reportAt(node, { rule: 'xsd-syntax', message, expected: 'name or ref', actual: 'neither' });
    return undefined;
  }
  if (!checkName(context, target, name)) return undefined;
  const type = typeOfAttribute(context, target);
  const initial = rawAttribute(node, 'default') ?? rawAttribute(target, 'default');
  const fixed = rawAttribute(node, 'fixed') ?? rawAttribute(target, 'fixed');
  const use = attributeText(node, 'use') ?? 'optional';
  if (!['optional', 'required', 'prohibited'].includes(use)) {
    const message = '“use” must be optional, required or prohibited.';
    context.reportAt(node, {
      rule: 'xsd-value',
      message,
      expected: 'optional, required, prohibited',
      actual: use,
      attribute: 'use',
    });
  }
  checkInitial(context, target, type, initial, fixed);
  return {
    name,
    type,
    required: use === 'required',
    ...(initial === undefined ? {} : { default: initial }),
    ...(fixed === undefined ? {} : { fixed }),
  };
}

function typeOfAttribute(context: SchemaContext, node: SchemaNode): XsdType {
  const parts = childNodes(context, node);
  const inline = parts.find(({ element }) => element.local === 'simpleType');
  for (const part of parts) if (part !== inline) reportUnknownElement(context, part, ['simpleType']);
  if (attributeText(node, 'type') === undefined) {
    return inline === undefined ? { kind: 'simple', base: 'anySimpleType' } : context.readSimpleType(inline);
  }
  const type = context.typeOf(node, 'type');
  context.defer(() => simpleOf(context, type, node, 'type'));
  return type;
}

function checkInitial(
  context: SchemaContext,
  node: SchemaNode,
  type: XsdType,
  initial: string | undefined,
  fixed: string | undefined,
): void {
  if (initial !== undefined && fixed !== undefined) {
    const message = 'An attribute cannot have both “default” and “fixed”.';
    context.reportAt(node, {
      rule: 'xsd-value',
      message,
      expected: 'one of them',
      actual: 'both',
      attribute: 'default',
    });
  }
  for (const [attribute, value] of [
    ['default', initial],
    ['fixed', fixed],
  ] as const) {
    if (value === undefined) continue;
    context.defer(() => {
      const codec = context.codecOf(simpleOf(context, type, node, 'type'));
      if (codec.read(value) !== undefined) return;
      const message = `“${value}” is not a value of its type: ${codec.description}.`;
      context.reportAt(node, {
        rule: 'xsd-value',
        message,
        expected: codec.description,
        actual: value,
        attribute,
      });
    });
  }
}

function reportDuplicate(context: SchemaContext, node: SchemaNode, name: string): void {
  const message = `The attribute “${name}” is declared twice in one type.`;
  context.reportAt(node, { rule: 'name-clash', message, expected: 'each name once', actual: name });
}
