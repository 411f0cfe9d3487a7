/**
 * Reads expressions and templates, in which `${id}` is an answer. Ids may contain dots and dashes, so names are found
 * in the parsed tree. Reports syntax errors, unknown names, types that do not fit, and secrets where they do not belong.
 */
import {
  checkExpression,
  mapParts,
  type Parsed,
  parseExpression,
  parseTemplate,
  referencesOf,
  type Span,
  type Tree,
  type Type,
  withoutSpans,
} from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located, LocatedScalar } from '../document/located.ts';
import { report } from '../document/report.ts';
import { reportProblem } from '../document/report-problem.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceInScalar } from '../document/scalar-edits.ts';
import { spanIn } from '../document/scalar-offset.ts';
import { findSimilar, joinNames } from '../document/similar-name.ts';

/** The names that an expression may use. */
export interface FlowNames {
  readonly types: ReadonlyMap<string, Type>;
  /** Environment variables by sensitive question. */
  readonly secrets: ReadonlyMap<string, ReadonlySet<string>>;
  /** As they are written in expressions. */
  readonly ids: ReadonlyMap<string, string>;
}

export const createNames = (types: FlowNames['types'], secrets: FlowNames['secrets']): FlowNames => ({
  types,
  secrets,
  ids: new Map([...types.keys()].map((id) => [plainId(id), id])),
});

/** Expressions do not distinguish dashes and underscores in names. */
export const plainId = (id: string): string => id.replaceAll('-', '_');

/** The name in braces, or nothing if there is more than a name. */
const onlyName = /^\s*[A-Za-z][\w.-]*\s*$/;
const quoted = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const inFormula = new RegExp(String.raw`${quoted}|\$\{([^{}]*)\}`, 'gs');
/** `$$` is a dollar sign, and what follows it is text. */
const inTemplate = new RegExp(String.raw`\$\$|\$\{((?:${quoted}|[^{}"'])*)\}`, 'gs');

/** A dash in a name is a minus. Of the same length. */
const withoutDashes = (inner: string): string => (onlyName.test(inner) ? plainId(inner) : inner);

/** `${…}` as `( … )` of the same length, so that it begins at the dollar; quoted texts stay. */
const asFormula = (text: string): string =>
  text.replaceAll(inFormula, (whole, inner?: string) =>
    inner === undefined ? whole : `( ${withoutDashes(inner)})`,
  );

const asTemplate = (text: string): string =>
  text.replaceAll(inTemplate, (whole, inner?: string) =>
    inner === undefined ? whole : `$\{${withoutDashes(inner)}}`,
  );

/** An expression, which a text must be; any other scalar is itself. Null if it has errors. */
export function readFormula(
  reporter: Reporter,
  located: Located,
  what: string,
  names: FlowNames,
): Tree | null {
  if (located.kind !== 'scalar' || located.value === null) {
    report(reporter, located, {
      rule: 'wrong-type',
      message: `${what} must be an expression.`,
      expected: `an expression, like $\{seats} > 0`,
      actual: describeLocated(located),
    });
    return null;
  }
  const { value } = located;
  if (typeof value !== 'string') return { kind: 'literal', value };
  const tree = resolve(reporter, located, parseExpression(asFormula(value), { bare: true }), names);
  if (tree === null) return null;
  refuseSecrets(reporter, located, tree, names);
  return withoutSpans(tree) as unknown as Tree;
}

/** An expression if it contains `${`, otherwise the value itself. A secret may only be copied. */
export function readAutomatic(reporter: Reporter, located: Located, names: FlowNames): Tree | null {
  if (located.kind !== 'scalar' || typeof located.value !== 'string' || !located.value.includes('${'))
    return located.kind === 'scalar' && located.value !== null
      ? { kind: 'literal', value: located.value }
      : readFormula(reporter, located, 'An automatic answer', names);
  const copied = sourceOfCopy(located.value, names);
  if (copied !== undefined) return { kind: 'name', name: copied };
  return readFormula(reporter, located, 'An automatic answer', names);
}

/** The question whose answer a text copies; `undefined` if it does more. */
export function sourceOfCopy(text: string, { types }: Pick<FlowNames, 'types'>): string | undefined {
  const id = /^\s*\$\{\s*([\w.-]+)\s*\}\s*$/.exec(text)?.[1];
  return id !== undefined && types.has(id) ? id : undefined;
}

/** A value whose texts are templates. Null parts stand for those with errors. */
export function readTemplate(reporter: Reporter, located: Located, names: FlowNames): Tree {
  switch (located.kind) {
    case 'list':
      return { kind: 'list', items: located.items.map((item) => readTemplate(reporter, item, names)) };
    case 'map':
      return {
        kind: 'object',
        fields: located.entries.map(({ key, value }) => ({
          key,
          value: readTemplate(reporter, value, names),
        })),
      };
    case 'scalar': {
      const { value } = located;
      if (typeof value !== 'string') return { kind: 'literal', value };
      refuseVariables(reporter, located, value);
      const tree = resolve(reporter, located, parseTemplate(asTemplate(value)), names);
      if (tree === null) return { kind: 'literal', value: null };
      const copied = tree.kind === 'text' ? tree.parts : [tree];
      for (const part of copied) {
        if (typeof part !== 'string' && part.kind !== 'name') refuseSecrets(reporter, located, part, names);
      }
      return withoutSpans(tree) as unknown as Tree;
    }
  }
}

function resolve(reporter: Reporter, scalar: LocatedScalar, parsed: Parsed, names: FlowNames): Tree | null {
  if (parsed.kind === 'problems') {
    for (const problem of parsed.problems) reportProblem(reporter, scalar, problem);
    return null;
  }
  const tree = nameQuestions(parsed.tree, names.ids);
  const unknown = referencesOf(tree).filter(({ name }) => !names.types.has(name));
  for (const { span } of unknown) reportUnknown(reporter, scalar, span, names);
  const typeOf = (name: string): Type => {
    const type = names.types.get(name) ?? { kind: 'any' };
    // The search for a similar operation is expensive.
    return type.kind === 'object' && reporter.isFull() ? { kind: 'any' } : type;
  };
  for (const problem of checkExpression(tree, typeOf).problems) reportProblem(reporter, scalar, problem);
  return tree;
}

/** Finds the questions in chains of fields: `hetzner.api_token` is one name. */
function nameQuestions(tree: Tree, ids: ReadonlyMap<string, string>): Tree {
  const id = ids.get(chainOf(tree) ?? '');
  if (id === undefined || (tree.kind !== 'name' && tree.kind !== 'member'))
    return mapParts(tree, (part) => nameQuestions(part, ids));
  const { span, at } = tree;
  return {
    kind: 'name',
    name: id,
    ...(span === undefined ? {} : { span }),
    ...(at === undefined ? {} : { at }),
  };
}

function chainOf(tree: Tree): string | undefined {
  if (tree.kind === 'name') return tree.name;
  if (tree.kind !== 'member' || tree.safe) return undefined;
  const of = chainOf(tree.of);
  return of === undefined ? undefined : `${of}.${tree.key}`;
}

function reportUnknown(reporter: Reporter, scalar: LocatedScalar, span: Span, { types }: FlowNames): void {
  const text = String(scalar.value);
  const name = text.slice(span.start, span.end);
  // The list of names is expensive, too.
  const known = reporter.isFull() ? [] : [...types.keys()];
  const nearest = findSimilar(reporter, name, known);
  reporter.report({
    at: spanIn(reporter.source, scalar, span.start, span.end),
    path: scalar.path,
    rule: 'unknown-name',
    message: `Unknown question “${name}”.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`,
    expected: nearest ?? joinNames(known),
    actual: name,
    suggestion:
      nearest === undefined
        ? undefined
        : () => ({
            text: `Write \${${nearest}}.`,
            edits: replaceInScalar(
              reporter.source,
              scalar,
              span.start,
              span.end,
              isAlone(text, span) ? nearest : plainId(nearest),
            ),
          }),
  });
}

/** A dash in a longer expression is a minus. */
const isAlone = (text: string, { start, end }: Span): boolean =>
  /\$\{\s*$/.test(text.slice(0, start)) && /^\s*\}/.test(text.slice(end));

function refuseSecrets(reporter: Reporter, scalar: LocatedScalar, tree: Tree, { secrets }: FlowNames): void {
  for (const { name, span } of referencesOf(tree).filter((each) => secrets.has(each.name))) {
    reporter.report({
      at: spanIn(reporter.source, scalar, span.start, span.end),
      path: scalar.path,
      rule: 'secret-in-expression',
      message: `“${name}” is a secret: its value is not known here. Only the arguments of a call can contain it, as \${${name}}.`,
      expected: 'an answer that is not sensitive',
      actual: name,
    });
  }
}

/** Only the other languages resolve them. */
function refuseVariables(reporter: Reporter, scalar: LocatedScalar, text: string): void {
  for (const { 0: whole, 1: name, index } of text.matchAll(/\$\$|\$\{env:([A-Za-z_]\w*)\}/g)) {
    if (name === undefined) continue;
    reporter.report({
      at: spanIn(reporter.source, scalar, index, index + whole.length),
      path: scalar.path,
      rule: 'misplaced-secret',
      message: `“${whole}” is not resolved here. Ask for the secret: write the id of a question with “sensitive: true” and “env: ${name}”.`,
      expected: 'the answer to a sensitive question',
      actual: whole,
    });
  }
}
