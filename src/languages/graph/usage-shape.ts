/** Derives the shape of a value from how the workflow uses it. */
import { type BinaryOperator, type Json, parts, referencesOf, type Tree } from '../../expression/index.ts';
import { treeOf } from './compile-value.ts';
import { formulasOf, inTemplate } from './formulas.ts';
import { type NameBindings, variableOf } from './name-bindings.ts';
import type { ForeachWork, GraphNode, GraphWorkflow } from './schema.ts';

/** What the uses reveal about a value. */
export interface UsageShape {
  readonly fields: Map<string, UsageShape>;
  element: UsageShape | null;
  leaf: Json | undefined;
}

const newShape = (): UsageShape => ({ fields: new Map(), element: null, leaf: undefined });

/** By variable. */
export type UsageShapes = Map<string, UsageShape>;

export function shapeIn(shapes: UsageShapes, variable: string): UsageShape {
  const known = shapes.get(variable) ?? newShape();
  shapes.set(variable, known);
  return known;
}

export function learnShapes(workflow: GraphWorkflow, names: NameBindings): UsageShapes {
  const shapes: UsageShapes = new Map();
  const shapeOf = (variable: string): UsageShape => shapeIn(shapes, variable);
  const learn = (tree: Tree, items: ReadonlyMap<string, UsageShape>): void =>
    learnFrom(tree, (name) => items.get(name) ?? shapeOf(names.get(name)?.variable ?? name), names);
  for (const node of workflow.nodes) learnNode(node, new Map(), learn, shapeOf, names);
  const result = workflow.result === null ? [] : inTemplate(workflow.result, 'expression');
  for (const { formula } of result) learn(formula.tree, new Map());
  return shapes;
}

/** Merges one shape into another. */
export function mergeShape(into: UsageShape, from: UsageShape): void {
  into.leaf ??= from.leaf;
  if (from.element !== null) mergeShape(elementOf(into), from.element);
  for (const [key, field] of from.fields) mergeShape(follow(into, [key]), field);
}

function learnNode(
  node: GraphNode,
  items: ReadonlyMap<string, UsageShape>,
  learn: (tree: Tree, items: ReadonlyMap<string, UsageShape>) => void,
  shapeOf: (variable: string) => UsageShape,
  names: NameBindings,
): void {
  for (const { formula, afterwards } of formulasOf(node)) {
    const own = afterwards ? new Map([...items, ['output', shapeOf(variableOf(node))] as const]) : items;
    learn(formula.tree, own);
  }
  const { work } = node;
  if (work.kind === 'parallel')
    for (const each of work.branches) learnNode(each, items, learn, shapeOf, names);
  if (work.kind === 'compensate')
    for (const each of work.steps) learnNode(each, items, learn, shapeOf, names);
  if (work.kind === 'foreach') {
    const inside = new Map(items);
    if (work.as !== null) inside.set(work.as.name, itemShape(work, items, shapeOf, names));
    learnNode(work.step, inside, learn, shapeOf, names);
  }
}

/** Uses of the item are uses of the elements of the list. */
function itemShape(
  { items: list }: ForeachWork,
  items: ReadonlyMap<string, UsageShape>,
  shapeOf: (variable: string) => UsageShape,
  names: NameBindings,
): UsageShape {
  const tree = treeOf(list);
  const [reference] =
    tree.kind === 'name' || tree.kind === 'member' || tree.kind === 'index' ? referencesOf(tree) : [];
  if (reference === undefined) return newShape();
  const root = items.get(reference.name) ?? shapeOf(names.get(reference.name)?.variable ?? reference.name);
  return elementOf(follow(root, reference.path));
}

function follow(shape: UsageShape, path: readonly string[]): UsageShape {
  let at = shape;
  for (const key of path) {
    if (/^\d+$/.test(key)) at = elementOf(at);
    else {
      const field = at.fields.get(key) ?? newShape();
      at.fields.set(key, field);
      at = field;
    }
  }
  return at;
}

function elementOf(shape: UsageShape): UsageShape {
  shape.element ??= newShape();
  return shape.element;
}

function learnFrom(tree: Tree, shapeOf: (name: string) => UsageShape, names: NameBindings): void {
  for (const { name, path } of referencesOf(tree)) {
    if (path.at(-1) === 'length') elementOf(follow(shapeOf(name), path.slice(0, -1)));
    else follow(shapeOf(name), path);
  }
  walkTree(tree, (each) => {
    if (each.kind !== 'binary') return;
    learnComparison(each.left, each.operator, each.right, shapeOf, names);
    learnComparison(each.right, swappedOperators[each.operator] ?? each.operator, each.left, shapeOf, names);
  });
}

const swappedOperators: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

function learnComparison(
  left: Tree,
  operator: BinaryOperator,
  right: Tree,
  shapeOf: (name: string) => UsageShape,
  names: NameBindings,
): void {
  const [reference, ...others] = referencesOf(left);
  const isPath = left.kind === 'name' || left.kind === 'member' || left.kind === 'index';
  if (!isPath || reference === undefined || others.length > 0 || reference.path.at(-1) === 'length') return;
  const value = fitting(operator, right, names);
  const shape = follow(shapeOf(reference.name), reference.path);
  if (value !== undefined && shape.leaf === undefined) shape.leaf = value;
}

/** For these operators the type is unknown: a text, a list, or a date. */
const arithmetic: readonly BinaryOperator[] = ['-', '*', '/', '%'];

/** A value for which the comparison holds, or most likely does. */
function fitting(operator: BinaryOperator, tree: Tree, names: NameBindings): Json | undefined {
  if (arithmetic.includes(operator)) return 1;
  const type = tree.kind === 'name' ? names.get(tree.name)?.type.kind : undefined;
  if (type === 'int' || type === 'number') return operator === '<' ? 0 : 2;
  if (tree.kind === 'list' && operator === 'in')
    return tree.items[0]?.kind === 'literal' ? tree.items[0].value : undefined;
  if (tree.kind !== 'literal') return undefined;
  const { value } = tree;
  if (typeof value !== 'number')
    return operator === '==' ? value : typeof value === 'boolean' ? !value : undefined;
  const step = { '>': 1, '<': -1, '!=': 1 }[operator as string] ?? 0;
  return value + step;
}

function walkTree(tree: Tree, onTree: (tree: Tree) => void): void {
  onTree(tree);
  for (const each of parts(tree)) walkTree(each, onTree);
}
