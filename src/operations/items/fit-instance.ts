/** Validates the value of a new instance against the type of the multiple-instance variable. */
import type { Json } from '../../kernel/index.ts';
import { fitValue } from '../../languages/index.ts';
import { partOf } from '../../languages/part-of.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { dataOfItem } from '../data/item-data.ts';

/**
 * Returns the value as the run receives it. Throws if it is not valid. A language without declared types accepts any
 * value.
 */
export function fitInstance({ id, item }: WorkItem, value: Json): Json {
  const formal = partOf(item, 'formal');
  const parameter = dataOfItem(item)?.inputs.find(({ name }) => name === formal);
  if (parameter === undefined) return value;
  const { name, shape } = parameter;
  const fitted = fitValue(value, shape, name);
  if (fitted.kind === 'fitted') return fitted.value;
  // The message names the parameter, the path is the field of the input.
  const violations = fitted.problems.map((problem) => ({
    ...problem,
    path: `input${problem.path.slice(name.length)}`,
    rule: 'wrong-type',
  }));
  throw new OperationError({
    code: 'answer_refused',
    message: `The value of the instance is not valid: ${violations.map(({ message }) => message).join(' ')}`,
    suggestedAction: 'Correct what is listed. “items.get” of another instance shows its value.',
    context: { item: id },
    violations,
  });
}
