/** Validates data against the JSON Schema of a rule: reports each error with a suggestion. */
import type { Json } from '../../../expression/index.ts';
import type { Effort } from '../../../kernel/index.ts';
import type { CompiledSchema } from './compile-schema.ts';
import type { SchemaFault } from './explain-errors.ts';
import { formatPath } from './format-json.ts';
import { isJsonObject } from './json-object.ts';
import { met, type RuleResult, undecided, unmet } from './rule-result.ts';
import { sampleOfSchema } from './sample-of-schema.ts';

type Usable = CompiledSchema & { readonly kind: 'schema' };

const maxSuggestions = 6;
const maxExampleLength = 200;

export function checkData(schema: Usable, data: Json, effort: Effort): RuleResult {
  const expected = 'data that fits the JSON Schema of the rule';
  const answer = schema.check(data, effort);
  if (answer.kind === 'beyond') {
    const suggestion = `Provide smaller data: this data cannot be checked, ${answer.message}.`;
    const actual = `data that cannot be checked: ${answer.message}`;
    return undecided(expected, actual, suggestion);
  }
  const { faults } = answer;
  const [first] = faults;
  if (first === undefined) return met(expected, 'such data', 'Provide data of another form.');
  const path = formatPath(first.at);
  return unmet(path === '' ? first.expected : `“${path}”: ${first.expected}`, first.actual, () =>
    faults.slice(0, maxSuggestions).map((fault) => suggest(schema, data, fault, effort)),
  );
}

function suggest(schema: Usable, data: Json, fault: SchemaFault, effort: Effort): string {
  const { kind, at, expected, actual } = fault;
  const path = formatPath(at);
  const name = path === '' ? 'the output' : `“${path}”`;
  if (kind === 'surplus') return `Remove ${name}: ${expected}.`;
  const example = exampleAt(schema, data, fault, effort);
  if (kind === 'missing') return `Add ${name}: ${expected}${example}.`;
  return `Change ${name} to ${expected}${example}: ${actual} was found.`;
}

/** With the example in place of the invalid value, the data must be valid there. */
function exampleAt(schema: Usable, data: Json, fault: SchemaFault, effort: Effort): string {
  const sample = sampleOfSchema(fault.schema, schema.targets);
  if (sample === undefined) return '';
  const answer = schema.check(replaced(data, fault.at, sample), effort);
  if (answer.kind === 'beyond') return '';
  const isThere = ({ at }: SchemaFault): boolean => fault.at.every((step, i) => at[i] === step);
  return answer.faults.some(isThere) ? '' : formatExample(sample);
}

/** With its introduction; empty if there is no example, or it is too long. */
export function formatExample(sample: Json | undefined): string {
  if (sample === undefined) return '';
  const text = JSON.stringify(sample);
  return text.length > maxExampleLength ? '' : `, for example ${text}`;
}

function replaced(data: Json, at: readonly string[], value: Json): Json {
  const [step, ...rest] = at;
  if (step === undefined) return value;
  if (Array.isArray(data))
    return data.map((each, i) => (String(i) === step ? replaced(each, rest, value) : each));
  if (!isJsonObject(data)) return data;
  const inside = Object.hasOwn(data, step) ? (data[step] ?? null) : null;
  return Object.fromEntries([...Object.entries(data), [step, replaced(inside, rest, value)]]);
}
