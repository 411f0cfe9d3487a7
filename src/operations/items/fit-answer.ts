/** An answer held against what its work item asks. Everything that does not fit, at once. */
import { anyType, describeType, findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { convert } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';
import { type ExpectedField, expectedFields, typeOfField } from '../expected-fields.ts';
import { readTyped } from '../fit-parameters.ts';

type Fields = { readonly [name: string]: Json };

/** The answer as the run gets it; texts that mean a value of the type that was asked for are that value. Throws. */
export function fitAnswer(
  item: WorkItem,
  output: Json | undefined,
  texts: { readonly [name: string]: string },
): Json {
  const expects = item.reason === 'work' ? expectedFields(item.item) : [];
  const answer = withTexts(expects, output, texts);
  const { answer: fitted, violations } =
    item.reason === 'work' ? fitFields(expects, answer) : checkFixed(item.reason, answer);
  if (violations.length === 0) return fitted;
  throw new OperationError({
    code: 'answer_refused',
    message: `The answer does not fit: ${violations.map(({ message }) => message).join(' ')}`,
    suggestedAction: 'Correct what is listed; “items.get” shows what is asked for.',
    context: { item: item.id },
    violations,
  });
}

/** A text that cannot be read by its type stays a text, and is refused as one. */
function withTexts(
  expects: readonly ExpectedField[],
  output: Json | undefined,
  texts: { readonly [name: string]: string },
): Json {
  const typed = Object.entries(texts).map(([name, text]) => {
    const field = expects.find((each) => each.name === name);
    return [name, readTyped(field === undefined ? anyType : typeOfField(field), text) ?? text];
  });
  if (typed.length === 0) return output ?? null;
  return { ...(output !== undefined && isRecord(output) ? output : {}), ...Object.fromEntries(typed) };
}

interface Fitted {
  readonly answer: Json;
  readonly violations: readonly OperationViolation[];
}

function fitFields(expects: readonly ExpectedField[], answer: Json): Fitted {
  if (expects.length === 0) return { answer, violations: [] };
  const names = expects.map(({ name }) => name);
  if (!isRecord(answer)) return { answer, violations: [notAnObject(names)] };
  const given = expects.map((field) =>
    fitField(field, Object.hasOwn(answer, field.name) ? answer[field.name] : undefined),
  );
  const unknown = Object.keys(answer).filter((name) => !names.includes(name));
  return {
    answer: Object.fromEntries(given.flatMap(({ value }) => (value === undefined ? [] : [value]))),
    violations: [
      ...given.flatMap(({ violation }) => violation ?? []),
      ...unknown.map((name) => unknownField(name, names)),
    ],
  };
}

interface FittedField {
  readonly value?: readonly [string, Json];
  readonly violation?: OperationViolation;
}

function fitField(field: ExpectedField, given: Json | undefined): FittedField {
  const { name, required } = field;
  const expected = describeType(typeOfField(field));
  const path = `output.${name}`;
  if (given === undefined || (given === null && !required)) {
    if (!required) return {};
    const message = `“${name}” is missing: ${expected}.`;
    return { violation: { path, rule: 'required', message, expected, actual: 'nothing' } };
  }
  const value = convert(given, typeOfField(field));
  if (value !== undefined) return { value: [name, value] };
  const message = `“${name}” must be ${expected}.`;
  return { violation: { path, rule: 'wrong-type', message, expected, actual: describeJson(given) } };
}

function unknownField(name: string, names: readonly string[]): OperationViolation {
  const nearest = findNearest(name, names);
  const hint = nearest === undefined ? `Asked for: ${names.join(', ')}.` : `Did you mean “${nearest}”?`;
  return {
    path: `output.${name}`,
    rule: 'unknown-field',
    message: `“${name}” was not asked for. ${hint}`,
    expected: nearest ?? names.join(', '),
    actual: name,
  };
}

function notAnObject(names: readonly string[]): OperationViolation {
  return {
    path: 'output',
    rule: 'wrong-type',
    message: `The answer must be an object with what was asked for: ${names.join(', ')}.`,
    expected: names.join(', '),
    actual: 'something else',
  };
}

/** Doubts and approvals ask the same in every workflow. */
function checkFixed(reason: 'doubt' | 'approval', answer: Json): Fitted {
  const fields: Fields = isRecord(answer) ? answer : {};
  const fits = reason === 'doubt' ? isVerdict(fields) : fields['approved'] === true;
  const expected =
    reason === 'doubt'
      ? '{"verdict": "succeeded", "output": …}, {"verdict": "failed", "message": "…"} or {"verdict": "retry"}'
      : '{"approved": true}';
  const message = `The answer must be ${expected}.`;
  const violation = { path: 'output', rule: reason, message, expected, actual: describeJson(answer) };
  return { answer, violations: fits ? [] : [violation] };
}

function isVerdict({ verdict, message, output }: Fields): boolean {
  if (verdict === 'failed') return typeof message === 'string' && message !== '';
  // What it gave is asked for expressly: others go on with it, and undo with it.
  if (verdict === 'succeeded') return output !== undefined;
  return verdict === 'retry';
}

function isRecord(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What it is, never what it says: an answer may hold a secret. */
function describeJson(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
