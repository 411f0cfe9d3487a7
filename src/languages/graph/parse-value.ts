/**
 * Parses expressions and templates inside a document. An expression that cannot be parsed is reported and read as
 * null.
 */

import { type Json, type Parsed, parseExpression, parseTemplate, type Tree } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located, LocatedScalar } from '../document/located.ts';
import { report } from '../document/report.ts';
import { reportProblem } from '../document/report-problem.ts';
import type { Reporter } from '../document/reporter.ts';
import type { Formula, Template, TemplateField } from './schema.ts';

/** A condition: an expression, or a constant. */
export function readConditionFormula(reporter: Reporter, located: Located, what: string): Formula | null {
  if (located.kind !== 'scalar' || located.value === null) {
    report(reporter, located, {
      rule: 'wrong-type',
      message: `${what} must be an expression.`,
      expected: 'an expression, like $seats > 0',
      actual: describeLocated(located),
    });
    return null;
  }
  const tree =
    typeof located.value === 'string'
      ? treeOf(reporter, located, parseExpression(located.value))
      : constant(located.value);
  return tree === undefined ? null : { kind: 'formula', tree, scalar: located };
}

/** An expression if the value is a text; templates if it is a list or a map. */
export function readExpressionValue(reporter: Reporter, located: Located): Template {
  if (located.kind !== 'scalar' || typeof located.value !== 'string') return readTemplate(reporter, located);
  const tree = treeOf(reporter, located, parseExpression(located.value));
  return tree === undefined ? nothing(located) : { kind: 'formula', tree, scalar: located };
}

export function readTemplate(reporter: Reporter, located: Located): Template {
  switch (located.kind) {
    case 'scalar':
      return readTemplateText(reporter, located);
    case 'list': {
      const items = located.items.map((item) => readTemplate(reporter, item));
      const values = items.flatMap((item) => (item.kind === 'constant' ? [item.value] : []));
      if (values.length === items.length) return { kind: 'constant', value: values, located };
      return { kind: 'list', items, located };
    }
    case 'map': {
      const fields = readTemplateFields(reporter, located);
      const constant = fields.every(({ value }) => value.kind === 'constant');
      return constant
        ? { kind: 'constant', value: constantOf(fields), located }
        : { kind: 'map', fields, located };
    }
  }
}

export function readTemplateFields(reporter: Reporter, located: Located): readonly TemplateField[] {
  if (located.kind === 'map') {
    return located.entries.map(({ key, keySpan, value }) => ({
      name: key,
      at: { span: keySpan, path: value.path },
      value: readTemplate(reporter, value),
    }));
  }
  if (located.kind !== 'scalar' || located.value !== null) {
    report(reporter, located, {
      rule: 'wrong-type',
      message: 'Arguments must be a map of names and values.',
      expected: 'a map',
      actual: describeLocated(located),
    });
  }
  return [];
}

function readTemplateText(reporter: Reporter, scalar: LocatedScalar): Template {
  if (typeof scalar.value !== 'string') return { kind: 'constant', value: scalar.value, located: scalar };
  const tree = treeOf(reporter, scalar, parseTemplate(scalar.value));
  if (tree === undefined) return nothing(scalar);
  if (tree.kind === 'literal') return { kind: 'constant', value: tree.value, located: scalar };
  return { kind: 'formula', tree, scalar };
}

function treeOf(reporter: Reporter, scalar: LocatedScalar, parsed: Parsed): Tree | undefined {
  if (parsed.kind === 'tree') return parsed.tree;
  for (const problem of parsed.problems) reportProblem(reporter, scalar, problem);
  return undefined;
}

const constantOf = (fields: readonly TemplateField[]): Json =>
  Object.fromEntries(
    fields.flatMap(({ name, value }) => (value.kind === 'constant' ? [[name, value.value]] : [])),
  );

const constant = (value: null | boolean | number): Tree => ({ kind: 'literal', value });

const nothing = (located: Located): Template => ({ kind: 'constant', value: null, located });
