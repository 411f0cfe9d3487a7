/**
 * Converts content models into JSON Schema rules: which children are required, and which exclude each other. Repeated
 * groups are not described. For names with several places, only their number is.
 */
import type { Json } from '../../kernel/index.ts';
import type { ContentModel, ContentNode } from './content-model.ts';

type Schema = { readonly [key: string]: Json };

/** Larger choices would make the schema too long. */
const maxBranches = 50;
/** Limit on names that exclude each other. */
const maxNames = 5_000;

export function schemaOfContent({ root, leaves }: ContentModel): readonly Schema[] {
  let left = maxNames;
  const hasOnePlace = (node: ContentNode): boolean => leaves.get(node.name)?.length === 1;

  const namesIn = (node: ContentNode): readonly string[] =>
    node.parts.length > 0 ? node.parts.flatMap(namesIn) : hasOnePlace(node) ? [node.name] : [];

  /** The rules for one occurrence of this part. */
  const rulesOf = (node: ContentNode): readonly Schema[] => {
    if (node.kind === 'element' || node.kind === 'wildcard') {
      if (node.min === 0 || !hasOnePlace(node)) return [];
      const several = node.min > 1 ? { properties: { [node.name]: { minItems: node.min } } } : {};
      return [{ required: [node.name], ...several }];
    }
    if (node.max > 1) return [];
    const isOptional = node.min === 0 && !isBodyNullable(node);
    if (node.kind !== 'choice') {
      const rules = node.parts.flatMap(rulesOf);
      if (!isOptional) return rules;
      const names = namesIn(node);
      left -= names.length;
      if (left < 0) return [];
      return names.length === 0 || rules.length === 0 ? [] : [{ anyOf: [absent(names), together(rules)] }];
    }
    if (node.parts.length > maxBranches) return [];
    const names = namesIn(node);
    left -= names.length * (node.parts.length + 1);
    if (left < 0) return [];
    const branches = node.parts.map((part) => {
      const own = new Set(namesIn(part));
      const others = names.filter((name) => !own.has(name));
      return together([...rulesOf(part), ...(others.length === 0 ? [] : [absent(others)])]);
    });
    return [{ anyOf: isOptional ? [...branches, absent(names)] : branches }];
  };

  // The object itself already lists what is always required.
  return root.parts.flatMap(rulesOf).filter((rule) => !isOnlyRequired(rule));
}

const isBodyNullable = ({ kind, parts }: ContentNode): boolean =>
  kind === 'choice' ? parts.some(({ nullable }) => nullable) : parts.every(({ nullable }) => nullable);

const isOnlyRequired = (rule: Schema): boolean =>
  Object.keys(rule).every((key) => key === 'required' || key === 'properties') && 'required' in rule;

const absent = (names: readonly string[]): Schema => ({
  properties: Object.fromEntries(names.map((name) => [name, false])),
});

/** Combines several schemas into one that requires all of them. */
export function together(schemas: readonly Schema[]): Schema {
  const required = schemas.flatMap((schema) => (Array.isArray(schema['required']) ? schema['required'] : []));
  const properties = schemas.flatMap((schema) => Object.entries(schema['properties'] ?? {}));
  const rest = schemas
    .map(({ required: _required, properties: _properties, ...others }) => others)
    .filter((others) => Object.keys(others).length > 0);
  const [only] = rest;
  return {
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
    ...(rest.length === 1 && only !== undefined ? only : rest.length === 0 ? {} : { allOf: rest }),
  };
}
