/** The functions that a step uses, in words: authors write down once what they want done in several steps. */
import type { FunctionParameter, GuideFunction, PromptStep } from '../schema.ts';

/** Empty where it uses none. */
export function describeFunctions(step: PromptStep, visible: readonly GuideFunction[]): string {
  const { functionCalls, functionReferences } = step;
  // Of one name the innermost counts.
  const byName = new Map(visible.map((each) => [each.name, each]));
  const used = [...byName.values()].filter(
    ({ name }) =>
      functionReferences.includes(`${name}()`) || functionCalls.some((call) => call.name === name),
  );
  const meanings = used.map(
    ({ name, parameters, definition }) =>
      `- ${name}(${parameters.map(describeParameter).join(', ')}): ${definition}`,
  );
  const calls = functionCalls.map(({ name, args }) => `- Call ${name}(${JSON.stringify(args)})`);
  return [...meanings, ...calls].join('\n');
}

const describeParameter = ({ name, type, required }: FunctionParameter): string =>
  `${name}${required ? '' : '?'}: ${type}`;
