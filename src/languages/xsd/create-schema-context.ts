/** Connects the readers of a schema with the types that they read. */
import { findNearest } from '../../expression/index.ts';
import type { Mistake } from '../document/reporter.ts';
import { checkElementNames } from './check-element-names.ts';
import { compileSimple, type SimpleCodec } from './compile-simple.ts';
import { createTypeMeasurer } from './create-type-measurer.ts';
import { findBuiltIn, findSchemaType } from './find-built-in.ts';
import { readComplexType } from './read-complex-type.ts';
import { checkElementValue, readElementType } from './read-element-rule.ts';
import { readSimpleType } from './read-simple-type.ts';
import {
  attributeText,
  type SchemaContext,
  type SchemaNode,
  type SchemaPartKind,
  schemaNamespace,
  toMistake,
} from './schema-context.ts';
import type { XsdComplex, XsdParticle, XsdSimple, XsdType, XsdTypes } from './shape.ts';

/** Limits on parts of content models with expanded groups: of one type, and of a whole schema. */
const maxPartsPerType = 5_000;
const maxPartsInSchema = 50_000;
const maxDerivationDepth = 100;
/** Limit on nested parts. */
const maxReadDepth = 200;
/** Limit on all types as JSON, in characters. */
const maxWrittenLength = 4_000_000;
/** Limit on checking values and patterns of the schema against its types, in steps. */
const maxSteps = 20_000_000;
/** Limit on names that are compared for “Did you mean”. */
const maxHints = 50_000;

const anyText: XsdSimple = { kind: 'simple', base: 'anySimpleType' };
const nothing: XsdComplex = { kind: 'complex', attributes: [], content: { kind: 'empty' } };

const hasComplexType = ({ element }: SchemaNode): boolean =>
  element.children.some((child) => child.kind === 'element' && child.local === 'complexType');

interface StartedSchemaContext {
  readonly context: SchemaContext;
  /** Reads every type, then runs the deferred checks. */
  finish(): { readonly types: XsdTypes; readonly elements: XsdTypes };
}

export function createSchemaContext(
  schema: SchemaNode,
  parts: ReadonlyMap<SchemaPartKind, ReadonlyMap<string, SchemaNode>>,
  report: (mistake: Mistake) => void,
): StartedSchemaContext {
  const types = new Map<string, XsdType>();
  const elements = new Map<string, XsdType>();
  const inProgress: string[] = [];
  const reads = new Map<string, { readonly value: unknown }>();
  const checks: (() => void)[] = [];
  const sizes = new Map<XsdParticle, number>();
  const codecs = new Map<XsdSimple, SimpleCodec>();
  const waiting: (() => void)[] = [];
  const measure = createTypeMeasurer();
  const reported = new Set<string>();
  let hints = maxHints;
  let depth = 0;
  let written = 0;
  let steps = 0;
  const target = attributeText(schema, 'targetNamespace') ?? '';
  let total = 0;

  const reportAt: SchemaContext['reportAt'] = (node, mistake) => report(toMistake(node, mistake));

  const context: SchemaContext = {
    reportAt,
    find(part, reference, node, attribute) {
      const local = reference.slice(reference.indexOf(':') + 1);
      const known = parts.get(part);
      const found = isOwn(reference, node) ? known?.get(local) : undefined;
      if (found === undefined) reportNotFound(node, attribute, reference, part, known);
      return found;
    },
    typeOf(node, attribute, name = attributeText(node, attribute) ?? '') {
      const local = name.slice(name.indexOf(':') + 1);
      const own = parts.get('type');
      if (namespaceOf(name, node) === schemaNamespace) {
        const builtIn = findSchemaType(local);
        if (builtIn !== undefined) return builtIn;
      } else if (
        isOwn(name, node) &&
        (own?.has(local) || (findBuiltIn(local) !== undefined && findSchemaType(local) === undefined))
      ) {
        return { kind: 'named', name: local };
      }
      reportNotFound(node, attribute, name, 'type', own);
      return { kind: 'any' };
    },
    definitionOf(type, node, attribute) {
      if (type.kind !== 'named') return type;
      const declared = parts.get('type')?.get(type.name);
      if (declared === undefined) {
        const builtIn = findBuiltIn(type.name);
        return builtIn?.kind === 'named' ? undefined : builtIn;
      }
      const known = types.get(type.name);
      const definition =
        known ?? context.readOnce(declared.path, node, () => readNamed(type.name, declared), attribute);
      return definition?.kind === 'named' ? undefined : definition;
    },
    codecOf,
    readSimpleType: (node) => context.withDepth(node, () => readSimpleType(context, node)) ?? anyText,
    readComplexType(node) {
      const type =
        total > maxPartsInSchema ? undefined : context.withDepth(node, () => readComplexType(context, node));
      if (type === undefined) return nothing;
      const { content, attributes } = type;
      const particle = content.kind === 'elements' || content.kind === 'mixed' ? content.particle : null;
      total += attributes.length + (particle === null ? 0 : sizeOf(particle));
      if (total > maxPartsInSchema) {
        reportTooBig(node, maxPartsInSchema);
        return nothing;
      }
      checks.push(() => checkElementNames(context, node, type));
      return type;
    },
    withDepth(node, read) {
      if (depth >= maxReadDepth) {
        reportOnce(node, 'depth', `More than ${maxReadDepth} parts are nested.`);
        return undefined;
      }
      depth += 1;
      const value = read();
      depth -= 1;
      return value;
    },
    spend(more, node) {
      steps += more;
      if (steps > maxSteps)
        reportOnce(node, 'looks', 'The schema has too many patterns, or too large ones, for its values.');
      return steps <= maxSteps;
    },
    elementType(name, node) {
      const known = elements.get(name);
      if (known !== undefined) return known;
      // Named before it is read, so that an element can contain itself.
      const reference: XsdType = { kind: 'named', name: `element ${name}` };
      elements.set(name, reference);
      const read = (): XsdType => {
        const type = readElementType(context, node);
        checkElementValue(context, node, type);
        if (type.kind === 'complex') types.set(reference.name, withinSizeLimit(type, node));
        else elements.set(name, type);
        return type;
      };
      // Elements that refer to each other are read iteratively, in any number.
      if (hasComplexType(node)) waiting.push(read);
      else read();
      return elements.get(name) ?? reference;
    },
    defer: (check) => checks.push(check),
    fitsSizeLimit(particle, node) {
      const fits = sizeOf(particle) <= maxPartsPerType;
      if (!fits) reportTooBig(node, maxPartsPerType);
      return fits;
    },
    readOnce<T>(what: string, node: SchemaNode, read: () => T, attribute?: string): T | undefined {
      const known = reads.get(what);
      if (known !== undefined) return known.value as T;
      if (inProgress.includes(what) || inProgress.length > maxDerivationDepth) {
        const name = attributeText(node, attribute ?? 'ref') ?? '';
        const message = inProgress.includes(what)
          ? `“${name}” is derived from itself.`
          : `“${name}” has a chain of more than ${maxDerivationDepth} derivations.`;
        reportAt(node, {
          rule: 'xsd-circular',
          message,
          expected: 'another one',
          actual: name,
          attribute: attribute ?? 'ref',
        });
        return undefined;
      }
      inProgress.push(what);
      const value = read();
      inProgress.pop();
      reads.set(what, { value });
      return value;
    },
  };

  /** An error of the schema as a whole is reported at its first occurrence. */
  function reportOnce(node: SchemaNode, what: string, message: string): void {
    if (reported.has(what)) return;
    reported.add(what);
    reportAt(node, { rule: 'limit', message, expected: 'a smaller schema', actual: 'more' });
  }

  /** The any type if the types exceed the limit. */
  function withinSizeLimit(type: XsdType, node: SchemaNode): XsdType {
    written += measure(type);
    if (written <= maxWrittenLength) return type;
    reportOnce(
      node,
      'written',
      `The types are too big: written out they have over ${maxWrittenLength} characters.`,
    );
    return { kind: 'any' };
  }

  function reportTooBig(node: SchemaNode, limit: number): void {
    const message = `The content is too big: it has more than ${limit} parts, with its groups and the types that it extends.`;
    reportAt(node, { rule: 'limit', message, expected: `at most ${limit} parts`, actual: 'more' });
  }

  function readNamed(name: string, node: SchemaNode): XsdType {
    const type =
      node.element.local === 'simpleType' ? context.readSimpleType(node) : context.readComplexType(node);
    const accepted = withinSizeLimit(type, node);
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

  function namespaceOf(name: string, { element }: SchemaNode): string | undefined {
    return element.namespaces.get(name.includes(':') ? name.slice(0, name.indexOf(':')) : '');
  }

  function isOwn(name: string, node: SchemaNode): boolean {
    const namespace = namespaceOf(name, node);
    return name.includes(':') ? namespace === target : namespace !== schemaNamespace;
  }

  function reportNotFound(
    node: SchemaNode,
    attribute: string,
    name: string,
    part: SchemaPartKind,
    known: ReadonlyMap<string, SchemaNode> = new Map(),
  ): void {
    hints -= known.size;
    const nearest = hints < 0 ? undefined : findNearest(name.slice(name.indexOf(':') + 1), [...known.keys()]);
    const foreign = name.includes(':') && !isOwn(name, node) && namespaceOf(name, node) !== schemaNamespace;
    const hint = foreign
      ? `Its prefix is ${namespaceOf(name, node) === undefined ? 'not declared' : 'bound to another namespace'}.`
      : nearest === undefined
        ? ''
        : `Did you mean “${nearest}”?`;
    const message = `The ${part} “${name}” does not exist in this schema. ${hint}`.trimEnd();
    reportAt(node, {
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
      for (const [name, node] of parts.get('type') ?? [])
        context.definitionOf({ kind: 'named', name }, node, 'name');
      for (const [name, node] of parts.get('element') ?? []) context.elementType(name, node);
      for (let read = waiting.pop(); read !== undefined; read = waiting.pop()) read();
      if (written <= maxWrittenLength) for (const check of checks) check();
      return { types: Object.fromEntries(types), elements: Object.fromEntries(elements) };
    },
  };
}
