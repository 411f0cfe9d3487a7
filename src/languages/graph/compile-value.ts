/** Compiles arguments and messages into kernel expressions. Parts that are only copied stay references. */
import type { Tree } from '../../expression/index.ts';
import type { Expression, Json } from '../../kernel/index.ts';
import { bindTree, evalTree } from './bind-tree.ts';
import type { NameBindings } from './name-bindings.ts';
import type { Template, TemplateField } from './schema.ts';

export function compileValue(template: Template, names: NameBindings): Expression {
  switch (template.kind) {
    case 'constant':
      return { kind: 'value', value: template.value };
    case 'formula':
      return evalTree(bindTree(template.tree, names));
    case 'map':
      return compileFields(template.fields, names);
    case 'list':
      return evalTree(bindTree(treeOf(template), names));
  }
}

export function compileFields(fields: readonly TemplateField[], names: NameBindings): Expression {
  const constant = fields.every(({ value }) => value.kind === 'constant');
  if (constant) return { kind: 'value', value: constantOf(fields) };
  return {
    kind: 'record',
    fields: fields.map(({ name, value }) => ({ name, value: compileValue(value, names) })),
  };
}

const constantOf = (fields: readonly TemplateField[]): Json =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value.kind === 'constant' ? value.value : null]));

/** A template as one tree, with author names. */
export function treeOf(template: Template): Tree {
  switch (template.kind) {
    case 'constant':
      return treeOfConstant(template.value);
    case 'formula':
      return template.tree;
    case 'map':
      return {
        kind: 'object',
        fields: template.fields.map(({ name, value }) => ({ key: name, value: treeOf(value) })),
      };
    case 'list':
      return { kind: 'list', items: template.items.map(treeOf) };
  }
}

export function treeOfConstant(value: Json): Tree {
  if (value === null || typeof value !== 'object') return { kind: 'literal', value };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOfConstant) };
  return {
    kind: 'object',
    fields: Object.entries(value).map(([key, each]) => ({ key, value: treeOfConstant(each) })),
  };
}
