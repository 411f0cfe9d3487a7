/** Describes the functions that a step uses: authors define once what several steps do. */
import type { FunctionParameter, GuideFunction, PromptStep } from '../model/schema.ts';

/** Empty if the step uses none. */
export function describeFunctions(step: PromptStep, visible: readonly GuideFunction[]): string {
  const { functionCalls, functionReferences } = step;
  // The innermost definition of a name applies.
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
