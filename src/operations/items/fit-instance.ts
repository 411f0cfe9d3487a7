/** What an instance is added with, held against the type of what each instance has one of. */
import type { Json } from '../../kernel/index.ts';
import { fitValue } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { dataOfItem } from '../data/item-data.ts';
import { partOf } from './item-part.ts';

/** The value as the run gets it. Throws where it does not fit; a language that declares no type takes anything. */
export function fitInstance({ id, item }: WorkItem, value: Json): Json {
  const formal = partOf(item, 'formal');
  const parameter = dataOfItem(item)?.inputs.find(({ name }) => name === formal);
  if (parameter === undefined) return value;
  const { name, shape } = parameter;
  const fitted = fitValue(value, shape, name);
  if (fitted.kind === 'fitted') return fitted.value;
  // Told by the name of the parameter, and found in the field that it was sent in.
  const violations = fitted.problems.map((problem) => ({
    ...problem,
    path: `input${problem.path.slice(name.length)}`,
    rule: 'wrong-type',
  }));
  throw new OperationError({
    code: 'answer_refused',
    message: `What the instance is about does not fit: ${violations.map(({ message }) => message).join(' ')}`,
    suggestedAction: 'Correct what is listed; “items.get” of another instance shows what it was given.',
    context: { item: id },
    violations,
  });
}
