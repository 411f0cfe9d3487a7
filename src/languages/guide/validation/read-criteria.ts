/** Reads untrusted criteria: returns their rules with the path of each, or everything that is wrong with their form. */
import { createMatcher, type Json } from '../../../expression/index.ts';
import type { Condition, ValidationRule } from '../model/schema.ts';
import { checkSchema } from './compile-schema.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import type { OutputVerdict } from './output-verdict.ts';

/** A list of rules is read as an `and`. */
export type RuleTree =
  | { readonly kind: 'leaf'; readonly rule: ValidationRule; readonly path: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly RuleTree[] }
  | { readonly kind: 'not'; readonly part: RuleTree };

type Malformed = OutputVerdict & { readonly kind: 'malformed' };

export type ReadCriteria = { readonly kind: 'rules'; readonly tree: RuleTree } | Malformed;

const root = 'validationCriteria';
const maxDepth = 50;
const maxRules = 1_000;
/** Parsing patterns costs more than matching them. */
const maxPatternLength = 50_000;
const maxReported = 5;

interface CriteriaReader {
  readonly problems: { readonly what: Malformed['what']; readonly message: string }[];
  rules: number;
  /** Characters in patterns. */
  patterns: number;
}

export function readCriteria(criteria: unknown): ReadCriteria {
  const reader: CriteriaReader = { problems: [], rules: 0, patterns: 0 };
  const tree = Array.isArray(criteria)
    ? { kind: 'and' as const, parts: readRules(reader, criteria, root, maxDepth) }
    : readRule(reader, criteria, root, maxDepth);
  const { problems } = reader;
  if (problems.length === 0 && tree !== null) return { kind: 'rules', tree };
  const message = problems.slice(0, maxReported).map((each) => each.message);
  return { kind: 'malformed', what: problems[0]?.what ?? 'criteria', message: message.join('\n') };
}

function readRules(
  reader: CriteriaReader,
  rules: readonly unknown[],
  path: string,
  depth: number,
): readonly RuleTree[] {
  // Counts each rule before reading it, so that a long list is refused by its length.
  if (reader.rules + rules.length > maxRules) {
    reportProblem(reader, root, `There are more than ${maxRules} rules.`);
    return [];
  }
  return rules
    .map((each, i) => readRule(reader, each, `${path}[${i}]`, depth - 1))
    .filter((each) => each !== null);
}

function readRule(reader: CriteriaReader, rule: unknown, path: string, depth: number): RuleTree | null {
  reader.rules += 1;
  if (depth < 0) return reportProblem(reader, path, `Rules are nested more than ${maxDepth} levels deep.`);
  if (!isJsonObject(rule))
    return reportProblem(reader, path, 'This is neither a rule nor a composition of rules.');
  if (!Object.hasOwn(rule, 'type')) return readComposition(reader, rule, path, depth);
  const leaf = readLeaf(reader, rule, path);
  return leaf && { kind: 'leaf', rule: leaf, path };
}

function readComposition(
  reader: CriteriaReader,
  rule: JsonObject,
  path: string,
  depth: number,
): RuleTree | null {
  const [operator, another] = ['and', 'or', 'not'].filter((name) => Object.hasOwn(rule, name));
  if (operator === undefined || another !== undefined) {
    const found = operator === undefined ? 'none of these keys' : `${operator} and ${another}`;
    return reportProblem(
      reader,
      path,
      `A rule needs a type, a composition one of and, or, not. Found ${found}.`,
    );
  }
  const inside = rule[operator];
  const below = `${path}.${operator}`;
  if (operator === 'not') {
    const part = readRule(reader, inside, below, depth - 1);
    return part && { kind: 'not', part };
  }
  if (!Array.isArray(inside) || inside.length === 0) {
    return reportProblem(reader, below, 'This must be a list of at least one rule.');
  }
  return { kind: operator === 'and' ? 'and' : 'or', parts: readRules(reader, inside, below, depth) };
}

function readLeaf(reader: CriteriaReader, rule: JsonObject, path: string): ValidationRule | null {
  const { message, condition } = rule;
  if (typeof message !== 'string') {
    return reportProblem(reader, path, 'A rule needs a message, which is reported if the rule is not met.');
  }
  if (condition !== undefined && !isCondition(condition)) {
    const example = '{"var": "name", "equals": "value"}';
    return reportProblem(reader, `${path}.condition`, `A condition must be an object such as ${example}.`);
  }
  const head = { message, ...(condition === undefined ? {} : { condition: condition as Condition }) };
  switch (rule['type']) {
    case 'contains': {
      const value = rule['value'];
      if (typeof value === 'string') return { ...head, type: 'contains', value };
      return reportProblem(reader, path, 'A rule of type contains needs a text as its value.');
    }
    case 'regex':
      return readRegex(reader, rule, head, path);
    case 'length': {
      const { min, max } = rule;
      if (!isCount(min) || !isCount(max)) {
        return reportProblem(reader, path, 'A rule of type length needs numbers as its min and max.');
      }
      const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
      return { ...head, type: 'length', ...bounds };
    }
    case 'schema': {
      const schema = rule['schema'];
      const problem = checkSchema(schema);
      if (problem !== null) return reportProblem(reader, `${path}.schema`, problem, 'schema');
      return { ...head, type: 'schema', schema: schema as { readonly [key: string]: Json } };
    }
    default:
      return reportProblem(
        reader,
        `${path}.type`,
        'The type of a rule must be contains, regex, length or schema.',
      );
  }
}

function readRegex(
  reader: CriteriaReader,
  { pattern, flags }: JsonObject,
  head: { readonly message: string; readonly condition?: Condition },
  path: string,
): ValidationRule | null {
  if (typeof pattern !== 'string') {
    return reportProblem(reader, path, 'A rule of type regex needs a text as its pattern.');
  }
  if (flags !== undefined && typeof flags !== 'string') {
    return reportProblem(reader, `${path}.flags`, 'Flags must be a text such as "i".');
  }
  reader.patterns += pattern.length;
  if (reader.patterns > maxPatternLength) {
    return reportProblem(reader, path, `Patterns can have at most ${maxPatternLength} characters in total.`);
  }
  const regex = createMatcher(pattern, flags);
  if (regex.kind === 'problem') return reportProblem(reader, `${path}.pattern`, regex.message);
  return { ...head, type: 'regex', pattern, ...(flags === undefined ? {} : { flags }) };
}

function reportProblem(
  reader: CriteriaReader,
  path: string,
  message: string,
  what: Malformed['what'] = 'criteria',
): null {
  reader.problems.push({ what, message: `${path}: ${message}` });
  return null;
}

const isCount = (value: unknown): value is number | undefined =>
  value === undefined || (typeof value === 'number' && Number.isFinite(value));

/** Only as far as needed to read the rules; operators are validated elsewhere. */
function isCondition(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { and = [], or = [], not = {} } = value;
  const inside = Array.isArray(and) && Array.isArray(or) ? [...and, ...or, not] : [null];
  return Object.keys(value).length === 0 || inside.every((each) => isCondition(each));
}
