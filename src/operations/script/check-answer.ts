/** Validates an answer in a script against what its question expects. */
import { describeType } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import {
  describeLocated,
  findEntry,
  fitValue,
  isOfType,
  type Located,
  type Reporter,
  report,
  toJson,
} from '../../languages/index.ts';
import { type ExpectedField, typeOfField } from '../data/expected-fields.ts';
import { reportShape } from './report-shape.ts';

export function checkAnswer(reporter: Reporter, located: Located, expects: readonly ExpectedField[]): void {
  const [first, ...others] = expects;
  if (first === undefined) return;
  if (isFieldAlone(located, expects)) {
    checkField(reporter, located, first);
    return;
  }
  if (located.kind !== 'map') {
    report(reporter, located, {
      rule: 'wrong-type',
      message:
        others.length === 0
          ? `The answer must be the value of “${first.name}”, or a map with it.`
          : 'The answer must be a map of the expected fields.',
      expected: expects.map(({ name }) => name).join(', '),
      actual: describeLocated(located),
    });
    return;
  }
  for (const field of expects) {
    const { name, type, required } = field;
    const value = findEntry(located, name)?.value;
    if (value !== undefined) checkField(reporter, value, field);
    else if (required) {
      report(reporter, located, {
        rule: 'missing-key',
        message: `The answer needs “${name}”.`,
        expected: `${name}: ${type}`,
        actual: 'nothing',
      });
    }
  }
}

function checkField(reporter: Reporter, value: Located, field: ExpectedField): void {
  const { name, shape } = field;
  const type = typeOfField(field);
  if (shape !== undefined) reportShape(reporter, value, fitValue(toJson(value), shape, name));
  else if (!isOfType(toJson(value), type)) {
    report(reporter, value, {
      rule: 'wrong-type',
      message: `“${name}” must be ${describeType(type)}.`,
      expected: describeType(type),
      actual: describeLocated(value),
    });
  }
}

const isFieldAlone = (located: Located, expects: readonly ExpectedField[]): boolean =>
  located.kind === 'scalar' && located.value !== null && expects.length === 1;

/** A question with one field can be answered by its value alone. */
export function readAnswer(located: Located, expects: readonly ExpectedField[]): Json {
  const [first] = expects;
  const value = toJson(located);
  return first !== undefined && isFieldAlone(located, expects) ? { [first.name]: value } : value;
}
