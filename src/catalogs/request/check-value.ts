/**
 * Validates a value against a schema of an API document, and reports all problems. Follows references one at a time, so
 * that a large or recursive document costs only what the value reaches. What a schema says beyond the keywords that are
 * validated, such as formats, is left to the server, and so is what lies beyond the limits.
 */
import type { Json } from '../../expression/index.ts';
import type { ApiDocument } from '../document/api-document.ts';
import { findTarget } from '../document/follow-reference.ts';
import { asList, asObject, asText, entriesOf, type JsonObject, ownField } from '../document/own-field.ts';
import { isMeantFor } from '../document/type-of-schema.ts';
import { isFile } from './is-file.ts';
import {
  createPatternBudget,
  isMatch,
  type PatternBudget,
  problemsOfValue,
  validated,
} from './value-keywords.ts';

export interface ValueProblem {
  /** `labels[0].name`, beginning with the name of the argument. */
  readonly path: string;
  readonly message: string;
}

export interface ValueOptions {
  /** The name of the argument. */
  readonly path: string;
  /** Whether `{base64}` stands for the content of a file. */
  readonly takesBytes?: boolean;
}

/** Schemas and fields of one validation. */
const maxSteps = 100_000;
const maxDepth = 200;
const maxProblems = 50;

interface Check {
  readonly api: ApiDocument;
  readonly takesBytes: boolean;
  readonly patterns: PatternBudget;
  readonly problems: ValueProblem[];
  readonly count: { steps: number };
}

/** A value with the schema that describes all of it; parts of that schema are other schemas for the same value. */
interface Place {
  readonly value: Json;
  readonly whole: Json | undefined;
  readonly path: string;
  readonly depth: number;
}

export function checkValue(
  api: ApiDocument,
  schema: Json | undefined,
  value: Json,
  { path, takesBytes = false }: ValueOptions,
): readonly ValueProblem[] {
  const check = { api, takesBytes, patterns: createPatternBudget(), problems: [], count: { steps: 0 } };
  visit(check, schema, { value, whole: schema, path, depth: 0 });
  return check.problems;
}

function visit(check: Check, schema: Json | undefined, place: Place): void {
  const { value, path, depth } = place;
  check.count.steps += 1;
  if (isOver(check) || depth > maxDepth || check.problems.length >= maxProblems) return;
  if (schema === false) check.problems.push({ path, message: 'is not allowed' });
  const part = asObject(schema);
  if (part === undefined) return;
  if (value === null && (ownField(part, 'nullable') === true || ownField(part, 'x-nullable') === true))
    return;
  if (check.takesBytes && isFile([part]) && typeof ownField(value, 'base64') === 'string') return;
  const same = { ...place, depth: depth + 1 };
  const reference = asText(ownField(part, '$ref'));
  if (reference !== undefined) visit(check, findTarget(check.api.root, reference), same);
  for (const message of problemsOfValue(part, value, check.patterns)) check.problems.push({ path, message });
  for (const member of asList(ownField(part, 'allOf'))) visit(check, member, same);
  checkChoices(check, part, same);
  const fields = asObject(value);
  if (fields !== undefined) checkFields(check, part, fields, place);
  if (!Array.isArray(value)) return;
  const first = asList(ownField(part, 'prefixItems'));
  const items = ownField(part, 'items');
  for (const [at, item] of (value as readonly Json[]).entries()) {
    if (isOver(check)) return;
    inside(check, first[at] ?? items, item, `${path}[${at}]`, depth);
  }
}

const isOver = ({ count }: Check): boolean => count.steps > maxSteps;

const inside = (check: Check, schema: Json | undefined, value: Json, path: string, depth: number): void =>
  visit(check, schema, { value, whole: schema, path, depth: depth + 1 });

/** One alternative must fit; that no second one does is left to the server. */
function checkChoices(check: Check, part: JsonObject, place: Place): void {
  const problemsWith = (choice: Json): readonly ValueProblem[] => {
    const problems: ValueProblem[] = [];
    visit({ ...check, problems }, choice, place);
    return problems;
  };
  for (const keyword of ['anyOf', 'oneOf']) {
    const choices = asList(ownField(part, keyword));
    if (choices.length === 0) continue;
    const all = choices.map(problemsWith);
    if (isOver(check) || all.some((problems) => problems.length === 0)) continue;
    // The alternative that was most likely meant has the fewest problems.
    const [nearest = []] = all.toSorted((one, other) => one.length - other.length);
    check.problems.push(...nearest);
  }
  const not = asObject(ownField(part, 'not'));
  const isUnderstood = not !== undefined && Object.keys(not).every((keyword) => validated.has(keyword));
  if (isUnderstood && problemsWith(not).length === 0 && !isOver(check))
    check.problems.push({ path: place.path, message: 'has a form that is excluded' });
}

function checkFields(check: Check, part: JsonObject, value: JsonObject, { whole, path, depth }: Place): void {
  const properties = asObject(ownField(part, 'properties')) ?? {};
  const patterns = entriesOf(ownField(part, 'patternProperties'));
  const others = ownField(part, 'additionalProperties');
  for (const name of asList(ownField(part, 'required'))) {
    if (typeof name !== 'string' || Object.hasOwn(value, name) || isSetByServer(check, whole, name)) continue;
    check.problems.push({ path: `${path}.${name}`, message: 'is missing' });
  }
  for (const [name, each] of Object.entries(value)) {
    check.count.steps += 1;
    if (isOver(check)) return;
    const at = `${path}.${name}`;
    const isListed = Object.hasOwn(properties, name);
    const matching = patterns.filter(([pattern]) => isMatch(check.patterns, pattern, name));
    if (isListed) inside(check, properties[name], each, at, depth);
    for (const [, schema] of matching) inside(check, schema, each, at, depth);
    if (isListed || matching.length > 0 || others === undefined) continue;
    if (others === false) {
      const known = Object.keys(properties).slice(0, 20).join(', ');
      check.problems.push({ path: at, message: `is not known. Known: ${known}` });
    } else inside(check, others, each, at, depth);
  }
}

/** A field that only responses have; its schema may be in another part than the one that requires it. */
function isSetByServer({ api }: Check, whole: Json | undefined, name: string): boolean {
  const property = api.view(whole).properties.get(name);
  return property !== undefined && !isMeantFor(api.view(property), 'sent');
}
