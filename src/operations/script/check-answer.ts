/** Validates an answer in a script against what its question expects. */
import { describeType } from '../../expression/index.ts';
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
  if (expects.length === 0) return;
  if (located.kind !== 'map') {
    report(reporter, located, {
      rule: 'wrong-type',
      message: 'The answer must be a map of the expected fields.',
      expected: expects.map(({ name }) => name).join(', '),
      actual: describeLocated(located),
    });
    return;
  }
  for (const field of expects) {
    const { name, type: typeName, required, shape } = field;
    const value = findEntry(located, name)?.value;
    const type = typeOfField(field);
    if (value === undefined) {
      if (required) {
        report(reporter, located, {
          rule: 'missing-key',
          message: `The answer needs “${name}”.`,
          expected: `${name}: ${typeName}`,
          actual: 'nothing',
        });
      }
    } else if (shape !== undefined) {
      reportShape(reporter, value, fitValue(toJson(value), shape, name));
    } else if (!isOfType(toJson(value), type)) {
      report(reporter, value, {
        rule: 'wrong-type',
        message: `“${name}” must be ${describeType(type)}.`,
        expected: describeType(type),
        actual: describeLocated(value),
      });
    }
  }
}
