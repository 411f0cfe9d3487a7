/** The attributes that a type declares: its own, those of groups, and those that it inherits. */
import { simpleOf } from './read-simple-type.ts';
import {
  attributeOf,
  checkAttributes,
  checkName,
  partsOf,
  rawOf,
  type SchemaContext,
  type Site,
  tellUnknown,
  tellUnsupported,
} from './schema-context.ts';
import type { XsdAttribute, XsdType } from './shape.ts';

export interface AttributeRules {
  readonly attributes: readonly XsdAttribute[];
  readonly open: boolean;
}

export const attributeParts: readonly string[] = ['attribute', 'attributeGroup', 'anyAttribute'];

/** @param inherited replaced where declared anew, gone where prohibited */
export function readAttributeRules(
  context: SchemaContext,
  sites: readonly Site[],
  inherited: AttributeRules,
  open: boolean,
): AttributeRules {
  const rules = new Map(inherited.attributes.map((attribute) => [attribute.name, attribute]));
  const own = new Set<string>();
  const groups = new Set<string>();
  let isOpen = open;
  const add = (parts: readonly Site[]) => {
    for (const site of parts) {
      switch (site.element.local) {
        case 'attribute': {
          const rule = readAttribute(context, site);
          if (rule === undefined) break;
          if (own.has(rule.name)) tellTwice(context, site, rule.name);
          own.add(rule.name);
          if (attributeOf(site, 'use') === 'prohibited') rules.delete(rule.name);
          else rules.set(rule.name, rule);
          break;
        }
        case 'attributeGroup':
          context.deeper(site, () => add(partsOfGroup(context, site, groups)));
          break;
        case 'anyAttribute':
          checkAttributes(context, site, ['namespace', 'processContents']);
          isOpen = true;
          break;
        default:
          tellUnknown(context, site, attributeParts);
      }
    }
  };
  add(sites);
  return { attributes: [...rules.values()], open: isOpen };
}

/** @param seen groups of this type, each of which can stand in it once */
function partsOfGroup(context: SchemaContext, site: Site, seen: Set<string>): readonly Site[] {
  checkAttributes(context, site, ['ref']);
  const name = attributeOf(site, 'ref');
  if (name === undefined) {
    const message = 'A group of attributes is referred to by “ref”.';
    context.tell(site, { rule: 'xsd-syntax', message, expected: 'ref', actual: 'nothing' });
    return [];
  }
  const group = context.find('attributeGroup', name, site, 'ref');
  if (group === undefined) return [];
  if (seen.has(group.path)) {
    const message = `The group of attributes “${name}” stands twice in one type, or inside itself.`;
    context.tell(site, {
      rule: 'xsd-circular',
      message,
      expected: 'each group once',
      actual: name,
      attribute: 'ref',
    });
    return [];
  }
  seen.add(group.path);
  return partsOf(context, group);
}

const known = ['name', 'ref', 'type', 'use', 'default', 'fixed', 'form'];

function readAttribute(context: SchemaContext, site: Site): XsdAttribute | undefined {
  checkAttributes(context, site, known);
  const ref = attributeOf(site, 'ref');
  if (ref?.startsWith('xml:')) {
    tellUnsupported(context, site, `The attribute “${ref}”`, 'Data has no attributes in a namespace.', 'ref');
    return undefined;
  }
  const target = ref === undefined ? site : context.find('attribute', ref, site, 'ref');
  if (target === undefined) return undefined;
  const name = attributeOf(target, 'name');
  if (name === undefined) {
    const message = 'An attribute needs a “name”, or a “ref” to a global one.';
    context.tell(site, { rule: 'xsd-syntax', message, expected: 'name or ref', actual: 'neither' });
    return undefined;
  }
  if (!checkName(context, target, name)) return undefined;
  const type = typeOfAttribute(context, target);
  const initial = rawOf(site, 'default') ?? rawOf(target, 'default');
  const fixed = rawOf(site, 'fixed') ?? rawOf(target, 'fixed');
  const use = attributeOf(site, 'use') ?? 'optional';
  if (!['optional', 'required', 'prohibited'].includes(use)) {
    const message = '“use” is one of optional, required, prohibited.';
    context.tell(site, {
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

function typeOfAttribute(context: SchemaContext, site: Site): XsdType {
  const parts = partsOf(context, site);
  const inline = parts.find(({ element }) => element.local === 'simpleType');
  for (const part of parts) if (part !== inline) tellUnknown(context, part, ['simpleType']);
  if (attributeOf(site, 'type') === undefined) {
    return inline === undefined ? { kind: 'simple', base: 'anySimpleType' } : context.readSimpleType(inline);
  }
  const type = context.typeOf(site, 'type');
  context.later(() => simpleOf(context, type, site, 'type'));
  return type;
}

function checkInitial(
  context: SchemaContext,
  site: Site,
  type: XsdType,
  initial: string | undefined,
  fixed: string | undefined,
): void {
  if (initial !== undefined && fixed !== undefined) {
    const message = 'An attribute cannot have “default” and “fixed” both.';
    context.tell(site, {
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
    context.later(() => {
      const codec = context.codecOf(simpleOf(context, type, site, 'type'));
      if (codec.read(value) !== undefined) return;
      const message = `“${value}” is no value of its type: ${codec.words}.`;
      context.tell(site, { rule: 'xsd-value', message, expected: codec.words, actual: value, attribute });
    });
  }
}

function tellTwice(context: SchemaContext, site: Site, name: string): void {
  const message = `The attribute “${name}” is declared twice in one type.`;
  context.tell(site, { rule: 'name-clash', message, expected: 'each name once', actual: name });
}
