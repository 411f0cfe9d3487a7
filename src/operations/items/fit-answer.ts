/** Validates an answer against what its work item expects. Reports all violations at once. */
import { anyType, describeType, findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { describeJson } from '../../languages/describe-json.ts';
import { fitValue, type GivenAnswer, isOfType, joinPhrases, phrase } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';
import { type ExpectedField, expectedFields, typeOfField } from '../data/expected-fields.ts';
import { readShaped, readTyped } from '../data/fit-parameters.ts';
import { dataOfItem, type ItemData } from '../data/item-data.ts';
import { readDataXml } from '../data/read-data-xml.ts';

type Fields = { readonly [name: string]: Json };

/**
 * Returns the answer as the run receives it: typed texts are converted to the expected types, JSON is not [F1.3]. Throws
 * if it is not valid.
 */
export function fitAnswer(item: WorkItem, given: GivenAnswer): Json {
  const { answer: fitted, violations } = answerTo(item, given);
  if (violations.length === 0) return fitted;
  throw new OperationError({
    code: 'answer_refused',
    message: phrase`The answer is not valid: ${joinPhrases(violations.map(({ message }) => message))}`,
    suggestedAction: phrase`Correct what is listed. ${{ operation: 'items.get' }} shows what is expected.`,
    context: { item: item.id },
    violations,
  });
}

function answerTo(item: WorkItem, { output, texts = {}, outputXml: xml }: GivenAnswer): Fitted {
  const isWork = item.reason === 'work';
  const expects = isWork ? expectedFields(item.item) : [];
  const data = isWork ? dataOfItem(item.item) : null;
  const read = xml === undefined ? undefined : readXml(data, xml, output !== undefined);
  if (read !== undefined && read.violations.length > 0) return read;
  const answer = withTexts(expects, read?.answer ?? output, texts);
  if (item.reason !== 'work') return checkFixed(item.reason, answer);
  // An XML Schema declaration is complete: if it declares nothing, the answer is empty.
  return data === null && expects.length === 0
    ? { answer, violations: [] }
    : fitFields(expects, data === null ? answer : (answer ?? {}), texts);
}

function readXml(data: ItemData | null, xml: string, hasOutput: boolean): Fitted {
  const path = 'outputXml';
  const refused = (message: string, expected: string): Fitted => ({
    answer: null,
    violations: [{ path, rule: 'xml', message, expected, actual: 'XML' }],
  });
  if (data === null) return refused('This work item does not accept an answer in XML.', 'an answer in JSON');
  if (hasOutput) return refused('The answer is given twice, as JSON and as XML.', 'one of the two');
  const readResult = readDataXml(xml, { roots: [data.root, 'data'], fields: data.outputs });
  if (readResult.kind === 'values') return { answer: readResult.values, violations: [] };
  const violations = readResult.problems.map((problem) => ({
    ...problem,
    path: problem.path === '' ? path : `${path}.${problem.path}`,
  }));
  return { answer: null, violations };
}

/** A text that cannot be parsed as its type stays a text and is refused as one. */
function withTexts(
  expects: readonly ExpectedField[],
  output: Json | undefined,
  texts: { readonly [name: string]: string },
): Json {
  const typed = Object.entries(texts).map(([name, text]) => {
    const field = expects.find((each) => each.name === name);
    if (field?.shape !== undefined) return [name, readShaped(field.shape, text)];
    return [name, readTyped(field === undefined ? anyType : typeOfField(field), text) ?? text];
  });
  if (typed.length === 0) return output ?? null;
  return { ...(output !== undefined && isRecord(output) ? output : {}), ...Object.fromEntries(typed) };
}

interface Fitted {
  readonly answer: Json;
  readonly violations: readonly OperationViolation[];
}

function fitFields(
  expects: readonly ExpectedField[],
  answer: Json,
  texts: { readonly [name: string]: string },
): Fitted {
  const names = expects.map(({ name }) => name);
  if (!isRecord(answer)) return { answer, violations: [notAnObject(names)] };
  const given = expects.map((field) =>
    fitField(
      field,
      Object.hasOwn(answer, field.name) ? answer[field.name] : undefined,
      Object.hasOwn(texts, field.name),
    ),
  );
  const unknown = Object.keys(answer).filter((name) => !names.includes(name));
  return {
    answer: Object.fromEntries(given.flatMap(({ value }) => (value === undefined ? [] : [value]))),
    violations: [
      ...given.flatMap(({ violations = [] }) => violations),
      ...unknown.map((name) => unknownField(name, names)),
    ],
  };
}

interface FittedField {
  readonly value?: readonly [string, Json];
  readonly violations?: readonly OperationViolation[];
}

/** @param isTyped a user typed it as text */
function fitField(field: ExpectedField, given: Json | undefined, isTyped: boolean): FittedField {
  const { name, required } = field;
  const { shape } = field;
  const expected = shape === undefined ? describeType(typeOfField(field)) : `a value of type ${field.type}`;
  const path = `output.${name}`;
  if (given === undefined || (given === null && !required)) {
    if (!required) return {};
    const message = `“${name}” is missing: ${expected}.`;
    return { violations: [{ path, rule: 'required', message, expected, actual: 'nothing' }] };
  }
  if (shape !== undefined) {
    const fitted = fitValue(given, shape, path, { isStrict: !isTyped });
    if (fitted.kind === 'fitted') return { value: [name, fitted.value] };
    return { violations: fitted.problems.map((problem) => ({ ...problem, rule: 'wrong-type' })) };
  }
  if (isOfType(given, typeOfField(field))) return { value: [name, given] };
  const message = `“${name}” must be ${expected}.`;
  return { violations: [{ path, rule: 'wrong-type', message, expected, actual: describeJson(given) }] };
}

function unknownField(name: string, names: readonly string[]): OperationViolation {
  const nearest = findNearest(name, names);
  const asked = names.length === 0 ? 'No fields are expected.' : `Expected: ${names.join(', ')}.`;
  const hint = nearest === undefined ? asked : `Did you mean “${nearest}”?`;
  return {
    path: `output.${name}`,
    rule: 'unknown-field',
    message: `“${name}” is not expected. ${hint}`,
    expected: nearest ?? names.join(', '),
    actual: name,
  };
}

function notAnObject(names: readonly string[]): OperationViolation {
  return {
    path: 'output',
    rule: 'wrong-type',
    message: `The answer must be an object with these fields: ${names.join(', ')}.`,
    expected: names.join(', '),
    actual: 'something else',
  };
}

/** Unknown outcomes and approvals expect the same answer in every workflow. */
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
  // The output is required: later tasks and compensation use it.
  if (verdict === 'succeeded') return output !== undefined;
  return verdict === 'retry';
}

function isRecord(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
