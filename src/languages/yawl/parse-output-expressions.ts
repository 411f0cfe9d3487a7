/**
 * What the nets of the first versions give: they have expressions where later ones have parameters. An expression that
 * names a variable is such a parameter; there is no way to say any other one.
 */
import type { FormContext } from './form/form-context.ts';
import { attributeOf, childrenOf, type FormNode } from './form/form-node.ts';
import type { YawlVariable } from './schema.ts';

const namesVariable = /^\s*\/(?:data|\*)\/([^/()[\]{}\s@*]+)(?:\/text\(\))?\s*$/;

export function outputsOfExpressions(
  context: FormContext,
  node: FormNode,
  variables: readonly YawlVariable[],
): readonly YawlVariable[] {
  return childrenOf(node, 'outputExpression').flatMap((expression, index) => {
    const query = attributeOf(expression.element, 'query');
    if (query === undefined) return [];
    const name = namesVariable.exec(query.value)?.[1];
    const variable = variables.find((each) => each.name === name);
    if (variable !== undefined)
      return [{ ...variable, at: expression.at, index, initial: null, mandatory: false }];
    context.report(
      { span: query.valueSpan, path: expression.at.path },
      {
        rule: 'not-supported',
        message:
          'What a net gives is one of its variables. Keep the value in a variable, by the mappings of a task, and name that.',
        expected: variables.map((each) => `/data/${each.name}`).join(', ') || 'no outputExpression',
        actual: query.value.slice(0, 80),
      },
    );
    return [];
  });
}
