/**
 * Parses outputs of decompositions of the first versions: they have expressions instead of output parameters. For a
 * net, an expression that names a variable is such a parameter; any other is refused. For atomic work, the output is
 * what the work returns.
 */
import type { FormContext } from '../form/form-context.ts';
import { attributeIn, attributeOf, childrenOf, type FormNode } from '../form/form-node.ts';
import type { YawlVariable } from '../model/schema.ts';

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
          'The output of a net is one of its variables. Store the value in a variable with a mapping of a task, and name that variable.',
        expected: variables.map((each) => `/data/${each.name}`).join(', ') || 'no outputExpression',
        actual: query.value.slice(0, 80),
      },
    );
    return [];
  });
}

export function warnOfExpressions(
  context: FormContext,
  node: FormNode,
  outputs: readonly YawlVariable[],
): void {
  for (const expression of childrenOf(node, 'outputExpression')) {
    const { name: query, at } = attributeIn(expression, 'query');
    const name = namesVariable.exec(query)?.[1];
    if (outputs.some((each) => each.name === name)) continue;
    context.warn(at, {
      rule: 'not-supported',
      message: 'This expression is not evaluated: the output is the answer to the work item.',
      expected: outputs.map((each) => `/data/${each.name}`).join(', ') || 'no outputExpression',
      actual: query.slice(0, 80),
    });
  }
}
