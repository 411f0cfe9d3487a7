/** Parses parameters and variables in the notation of every version. */
import type { Span } from '../../../expression/index.ts';
import { writeChildren } from '../../xml/write-xml.ts';
import type { ReadSchema } from '../../xsd/read-schema.ts';
import type { FormContext } from '../form/form-context.ts';
import { attributeOf, childOf, childrenOf, contentOf, type FormNode } from '../form/form-node.ts';
import type { LocatedName, YawlVariable } from '../model/schema.ts';
import { findShape } from './parse-types.ts';

/** Sorted by index; equal indexes keep the order of the text. */
export function parseVariables(
  context: FormContext,
  decomposition: FormNode,
  kind: 'inputParam' | 'outputParam' | 'enablementParam' | 'localVariable',
  schema: ReadSchema,
): readonly YawlVariable[] {
  return childrenOf(decomposition, kind)
    .map((node, order) => parseVariable(context, node, order, schema))
    .sort((a, b) => a.index - b.index);
}

function parseVariable(
  context: FormContext,
  node: FormNode,
  order: number,
  schema: ReadSchema,
): YawlVariable {
  const index = childOf(node, 'index');
  const documentation = childOf(node, 'documentation');
  const { typeName, shape } = findShape(context, node, schema);
  const cutThrough = childOf(node, 'isCutThroughParam');
  if (cutThrough !== undefined) {
    context.warn(cutThrough.at, {
      rule: 'not-supported',
      message: 'An output that cuts through its decomposition is treated as an ordinary one.',
      expected: 'no isCutThroughParam',
      actual: 'isCutThroughParam',
    });
  }
  return {
    name: nameOf(node),
    at: node.at,
    index: index === undefined ? order : Number(contentOf(index)) || 0,
    documentation: documentation === undefined ? '' : contentOf(documentation).trim(),
    typeName,
    shape,
    initial: initialOf(node),
    mandatory: childOf(node, 'mandatory') !== undefined,
  };
}

/** Older versions write it in an attribute. For an element of the schema, that is the name of the element. */
function nameOf(node: FormNode): string {
  const named = childOf(node, 'name') ?? childOf(node, 'element');
  return (named === undefined ? (attributeOf(node.element, 'name')?.value ?? '') : contentOf(named)).trim();
}

/** The text with its references resolved is the XML of the value, as in YAWL. */
function initialOf(node: FormNode): LocatedName | null {
  const found = childOf(node, 'initialValue') ?? childOf(node, 'defaultValue');
  if (found === undefined) return null;
  const { element, at, textAt } = found;
  const [first] = element.children;
  const last = element.children.at(-1);
  if (!element.children.some(({ kind }) => kind === 'element')) return { name: contentOf(found), at: textAt };
  const span: Span =
    first === undefined || last === undefined ? at.span : { start: first.span.start, end: last.span.end };
  return { name: writeChildren(element), at: { span, path: at.path } };
}
