/** Parses configurations of tasks. One that changes nothing is allowed, any other is refused. */
import type { FormContext } from '../form/form-context.ts';
import { attributeOf, type FormNode } from '../form/form-node.ts';

export function checkConfiguration(context: FormContext, node: FormNode | undefined): void {
  for (const part of node?.children ?? []) checkPart(context, part, node?.name ?? '');
}

function checkPart(context: FormContext, part: FormNode, name: string): void {
  const value = attributeOf(part.element, 'value')?.value ?? 'activated';
  if (part.name === 'nofi' || value !== 'activated') {
    context.report(part.at, {
      rule: 'not-supported',
      message: `The ${name} changes the task: its “${part.name}” is ${part.name === 'nofi' ? 'about the number of instances' : `“${value}”`}. Configured processes are not supported. Apply the configuration to the net and remove it.`,
      expected: 'a configuration that leaves everything activated',
      actual: part.name === 'nofi' ? 'nofi' : value,
    });
  }
  for (const port of part.children.filter((each) => each.name === 'port')) checkPart(context, port, name);
}
