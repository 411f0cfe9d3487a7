/**
 * What the decompositions of the first versions give: they have expressions where later ones have parameters. Of a net,
 * an expression that names a variable is such a parameter, and there is no way to say any other one. Of work, what it
 * gives is what comes back from it.
 */
import type { FormContext } from './form/form-context.ts';
import { attributeIn, attributeOf, childrenOf, type FormNode } from './form/form-node.ts';
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
      message: 'This expression is not computed: the output is what whoever does the work gives.',
      expected: outputs.map((each) => `/data/${each.name}`).join(', ') || 'no outputExpression',
      actual: query.slice(0, 80),
    });
  }
}
