/** Puts the readers of a schema together, and the types that they read. */
import { findNearest } from '../../expression/index.ts';
import type { Mistake } from '../document/reporter.ts';
import { checkNames } from './check-names.ts';
import { compileSimple, type SimpleCodec } from './compile-simple.ts';
import { findBuiltIn, findSchemaType } from './find-built-in.ts';
import { readComplexType } from './read-complex-type.ts';
import { checkElementValue, readElementType } from './read-element-rule.ts';
import { readSimpleType } from './read-simple-type.ts';
import {
  attributeOf,
  type Part,
  type SchemaContext,
  type Site,
  schemaNamespace,
  toMistake,
} from './schema-context.ts';
import type { XsdComplex, XsdParticle, XsdSimple, XsdType, XsdTypes } from './shape.ts';
import { createScales } from './weigh-type.ts';

/** Parts of content models, groups written out: of one type, and of a whole schema. */
const mostInType = 5_000;
const mostInSchema = 50_000;
const deepestDerivation = 100;
/** Parts inside parts, wherever they are written. */
const deepestReading = 200;
/** All types as JSON, in characters. */
const mostWritten = 4_000_000;
/** Values and patterns of the schema that are held against its types, in parts that are looked at. */
const mostLooks = 20_000_000;
/** Names that a wrong one is held against, to say which was meant. */
const mostHints = 50_000;

const anyText: XsdSimple = { kind: 'simple', base: 'anySimpleType' };
const nothing: XsdComplex = { kind: 'complex', attributes: [], content: { kind: 'empty' } };

const hasComplexType = ({ element }: Site): boolean =>
  element.children.some((child) => child.kind === 'element' && child.local === 'complexType');

interface Started {
  readonly context: SchemaContext;
  /** Reads every type, and looks at what had to wait for that. */
  finish(): { readonly types: XsdTypes; readonly elements: XsdTypes };
}

export function createSchemaContext(
  schema: Site,
  parts: ReadonlyMap<Part, ReadonlyMap<string, Site>>,
  report: (mistake: Mistake) => void,
): Started {
  const types = new Map<string, XsdType>();
  const elements = new Map<string, XsdType>();
  const underWay: string[] = [];
  const reads = new Map<string, { readonly value: unknown }>();
  const checks: (() => void)[] = [];
  const sizes = new Map<XsdParticle, number>();
  const codecs = new Map<XsdSimple, SimpleCodec>();
  const waiting: (() => void)[] = [];
  const weigh = createScales();
  const told = new Set<string>();
  let hints = mostHints;
  let depth = 0;
  let written = 0;
  let looks = 0;
  const target = attributeOf(schema, 'targetNamespace') ?? '';
  let total = 0;

  const tell: SchemaContext['tell'] = (site, told) => report(toMistake(site, told));

  const context: SchemaContext = {
    tell,
    find(part, reference, site, attribute) {
      const local = reference.slice(reference.indexOf(':') + 1);
      const known = parts.get(part);
      const found = isOwn(reference, site) ? known?.get(local) : undefined;
      if (found === undefined) tellNone(site, attribute, reference, part, known);
      return found;
    },
    typeOf(site, attribute, name = attributeOf(site, attribute) ?? '') {
      const local = name.slice(name.indexOf(':') + 1);
      const own = parts.get('type');
      if (namespaceOf(name, site) === schemaNamespace) {
        const builtIn = findSchemaType(local);
        if (builtIn !== undefined) return builtIn;
      } else if (
        isOwn(name, site) &&
        (own?.has(local) || (findBuiltIn(local) !== undefined && findSchemaType(local) === undefined))
      ) {
        return { kind: 'named', name: local };
      }
      tellNone(site, attribute, name, 'type', own);
      return { kind: 'any' };
    },
    definitionOf(type, site, attribute) {
      if (type.kind !== 'named') return type;
      const declared = parts.get('type')?.get(type.name);
      if (declared === undefined) {
        const builtIn = findBuiltIn(type.name);
        return builtIn?.kind === 'named' ? undefined : builtIn;
      }
      const known = types.get(type.name);
      const definition =
        known ?? context.once(declared.path, site, () => readNamed(type.name, declared), attribute);
      return definition?.kind === 'named' ? undefined : definition;
    },
    codecOf,
    readSimpleType: (site) => context.deeper(site, () => readSimpleType(context, site)) ?? anyText,
    readComplexType(site) {
      const type =
        total > mostInSchema ? undefined : context.deeper(site, () => readComplexType(context, site));
      if (type === undefined) return nothing;
      const { content, attributes } = type;
      const particle = content.kind === 'elements' || content.kind === 'mixed' ? content.particle : null;
      total += attributes.length + (particle === null ? 0 : sizeOf(particle));
      if (total > mostInSchema) {
        tellTooBig(site, mostInSchema);
        return nothing;
      }
      checks.push(() => checkNames(context, site, type));
      return type;
    },
    deeper(site, read) {
      if (depth >= deepestReading) {
        tellOnce(site, 'depth', `There are more than ${deepestReading} parts inside each other.`);
        return undefined;
      }
      depth += 1;
      const value = read();
      depth -= 1;
      return value;
    },
    spend(more, site) {
      looks += more;
      if (looks > mostLooks)
        tellOnce(site, 'looks', 'The schema has too many patterns, or too large ones, for its values.');
      return looks <= mostLooks;
    },
    elementType(name, site) {
      const known = elements.get(name);
      if (known !== undefined) return known;
      // Known by a name before it is read, so that an element can be inside itself.
      const reference: XsdType = { kind: 'named', name: `element ${name}` };
      elements.set(name, reference);
      const read = (): XsdType => {
        const type = readElementType(context, site);
        checkElementValue(context, site, type);
        if (type.kind === 'complex') types.set(reference.name, weighed(type, site));
        else elements.set(name, type);
        return type;
      };
      // Elements that refer to each other are read one after the other, however many they are.
      if (hasComplexType(site)) waiting.push(read);
      else read();
      return elements.get(name) ?? reference;
    },
    later: (check) => checks.push(check),
    grows(particle, site) {
      const fits = sizeOf(particle) <= mostInType;
      if (!fits) tellTooBig(site, mostInType);
      return fits;
    },
    once<T>(what: string, site: Site, read: () => T, attribute?: string): T | undefined {
      const known = reads.get(what);
      if (known !== undefined) return known.value as T;
      if (underWay.includes(what) || underWay.length > deepestDerivation) {
        const name = attributeOf(site, attribute ?? 'ref') ?? '';
        const message = underWay.includes(what)
          ? `“${name}” is made from itself.`
          : `“${name}” is made from others that are made from others, more than ${deepestDerivation} times.`;
        tell(site, {
          rule: 'xsd-circular',
          message,
          expected: 'another one',
          actual: name,
          attribute: attribute ?? 'ref',
        });
        return undefined;
      }
      underWay.push(what);
      const value = read();
      underWay.pop();
      reads.set(what, { value });
      return value;
    },
  };

  /** What is wrong with the schema as a whole is told where it is seen first. */
  function tellOnce(site: Site, what: string, message: string): void {
    if (told.has(what)) return;
    told.add(what);
    tell(site, { rule: 'limit', message, expected: 'a smaller schema', actual: 'more' });
  }

  /** Anything where the types together would be too much. */
  function weighed(type: XsdType, site: Site): XsdType {
    written += weigh(type);
    if (written <= mostWritten) return type;
    tellOnce(site, 'written', `The types are too big: written out they have over ${mostWritten} characters.`);
    return { kind: 'any' };
  }

  function tellTooBig(site: Site, most: number): void {
    const message = `The content is too big: it has more than ${most} parts, with its groups and the types that it extends.`;
    tell(site, { rule: 'limit', message, expected: `at most ${most} parts`, actual: 'more' });
  }

  function readNamed(name: string, site: Site): XsdType {
    const type =
      site.element.local === 'simpleType' ? context.readSimpleType(site) : context.readComplexType(site);
    const accepted = weighed(type, site);
    types.set(name, accepted);
    return accepted;
  }

  function codecOf(simple: XsdSimple): SimpleCodec {
    const known = codecs.get(simple);
    if (known !== undefined) return known;
    const codec = compileSimple(simple, (type) => {
      const definition = context.definitionOf(type, schema, '');
      return definition?.kind === 'simple' ? codecOf(definition) : undefined;
    });
    codecs.set(simple, codec);
    return codec;
  }

  function sizeOf(particle: XsdParticle): number {
    const known = sizes.get(particle);
    if (known !== undefined) return known;
    const inside = 'parts' in particle ? particle.parts.reduce((sum, part) => sum + sizeOf(part), 0) : 0;
    sizes.set(particle, inside + 1);
    return inside + 1;
  }

  function namespaceOf(name: string, { element }: Site): string | undefined {
    return element.namespaces.get(name.includes(':') ? name.slice(0, name.indexOf(':')) : '');
  }

  function isOwn(name: string, site: Site): boolean {
    const namespace = namespaceOf(name, site);
    return name.includes(':') ? namespace === target : namespace !== schemaNamespace;
  }

  function tellNone(
    site: Site,
    attribute: string,
    name: string,
    part: Part,
    known: ReadonlyMap<string, Site> = new Map(),
  ): void {
    hints -= known.size;
    const nearest = hints < 0 ? undefined : findNearest(name.slice(name.indexOf(':') + 1), [...known.keys()]);
    const foreign = name.includes(':') && !isOwn(name, site) && namespaceOf(name, site) !== schemaNamespace;
    const hint = foreign
      ? `Its prefix stands for ${namespaceOf(name, site) === undefined ? 'nothing' : 'another namespace'}.`
      : nearest === undefined
        ? ''
        : `Did you mean “${nearest}”?`;
    const message = `There is no ${part} “${name}” in this schema. ${hint}`.trimEnd();
    tell(site, {
      rule: 'unknown-type',
      message,
      expected: nearest ?? `a ${part} of the schema`,
      actual: name,
      attribute,
    });
  }

  return {
    context,
    finish() {
      for (const [name, site] of parts.get('type') ?? [])
        context.definitionOf({ kind: 'named', name }, site, 'name');
      for (const [name, site] of parts.get('element') ?? []) context.elementType(name, site);
      for (let read = waiting.pop(); read !== undefined; read = waiting.pop()) read();
      if (written <= mostWritten) for (const check of checks) check();
      return { types: Object.fromEntries(types), elements: Object.fromEntries(elements) };
    },
  };
}
