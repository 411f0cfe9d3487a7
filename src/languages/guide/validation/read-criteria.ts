/** Criteria as they came, whoever sends them: their rules with the path of each, or all that is wrong with their form. */
import { createMatcher, type Json } from '../../../expression/index.ts';
import type { Condition, ValidationRule } from '../schema.ts';
import { checkSchema } from './compile-schema.ts';
import { type Fields, isFields } from './json-fields.ts';
import type { OutputVerdict } from './output-verdict.ts';

/** A list of rules is read as an `and`. */
export type RuleTree =
  | { readonly kind: 'leaf'; readonly rule: ValidationRule; readonly path: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly RuleTree[] }
  | { readonly kind: 'not'; readonly part: RuleTree };

type Malformed = OutputVerdict & { readonly kind: 'malformed' };

export type ReadCriteria = { readonly kind: 'rules'; readonly tree: RuleTree } | Malformed;

const root = 'validationCriteria';
const deepest = 50;
const mostRules = 1_000;
/** Reading patterns takes more than matching them does. */
const mostInPatterns = 50_000;
const mostTold = 5;

interface Reading {
  readonly problems: { readonly what: Malformed['what']; readonly message: string }[];
  rules: number;
  /** Characters in patterns. */
  patterns: number;
}

export function readCriteria(criteria: unknown): ReadCriteria {
  const reading: Reading = { problems: [], rules: 0, patterns: 0 };
  const tree = Array.isArray(criteria)
    ? { kind: 'and' as const, parts: readRules(reading, criteria, root, deepest) }
    : readRule(reading, criteria, root, deepest);
  const { problems } = reading;
  if (problems.length === 0 && tree !== null) return { kind: 'rules', tree };
  const message = problems.slice(0, mostTold).map((each) => each.message);
  return { kind: 'malformed', what: problems[0]?.what ?? 'criteria', message: message.join('\n') };
}

function readRules(
  reading: Reading,
  rules: readonly unknown[],
  path: string,
  depth: number,
): readonly RuleTree[] {
  // Each counts before it is read, so that a long list is refused by its length.
  if (reading.rules + rules.length > mostRules) {
    report(reading, root, `There are more than ${mostRules} rules.`);
    return [];
  }
  return rules
    .map((each, i) => readRule(reading, each, `${path}[${i}]`, depth - 1))
    .filter((each) => each !== null);
}

function readRule(reading: Reading, rule: unknown, path: string, depth: number): RuleTree | null {
  reading.rules += 1;
  if (depth < 0) return report(reading, path, `Rules are nested more than ${deepest} deep.`);
  if (!isFields(rule)) return report(reading, path, 'This is neither a rule nor a composition of rules.');
  if (!Object.hasOwn(rule, 'type')) return readComposition(reading, rule, path, depth);
  const leaf = readLeaf(reading, rule, path);
  return leaf && { kind: 'leaf', rule: leaf, path };
}

function readComposition(reading: Reading, rule: Fields, path: string, depth: number): RuleTree | null {
  const [operator, another] = ['and', 'or', 'not'].filter((name) => Object.hasOwn(rule, name));
  if (operator === undefined || another !== undefined) {
    const found = operator === undefined ? 'none of them' : `${operator} and ${another}`;
    return report(
      reading,
      path,
      `A rule has a type; a composition has one of and, or, not. Here is ${found}.`,
    );
  }
  const inside = rule[operator];
  const below = `${path}.${operator}`;
  if (operator === 'not') {
    const part = readRule(reading, inside, below, depth - 1);
    return part && { kind: 'not', part };
  }
  if (!Array.isArray(inside) || inside.length === 0) {
    return report(reading, below, 'This has to be a list of at least one rule.');
  }
  return { kind: operator === 'and' ? 'and' : 'or', parts: readRules(reading, inside, below, depth) };
}

function readLeaf(reading: Reading, rule: Fields, path: string): ValidationRule | null {
  const { message, condition } = rule;
  if (typeof message !== 'string') {
    return report(reading, path, 'A rule has a message: what to tell when it is not met.');
  }
  if (condition !== undefined && !isCondition(condition)) {
    const example = '{"var": "name", "equals": "value"}';
    return report(reading, `${path}.condition`, `A condition is an object such as ${example}.`);
  }
  const head = { message, ...(condition === undefined ? {} : { condition: condition as Condition }) };
  switch (rule['type']) {
    case 'contains': {
      const value = rule['value'];
      if (typeof value === 'string') return { ...head, type: 'contains', value };
      return report(reading, path, 'A rule of type contains has a text as its value.');
    }
    case 'regex':
      return readRegex(reading, rule, head, path);
    case 'length': {
      const { min, max } = rule;
      if (!isCount(min) || !isCount(max)) {
        return report(reading, path, 'A rule of type length has numbers as its min and max.');
      }
      const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
      return { ...head, type: 'length', ...bounds };
    }
    case 'schema': {
      const schema = rule['schema'];
      const problem = checkSchema(schema);
      if (problem !== null) return report(reading, `${path}.schema`, problem, 'schema');
      return { ...head, type: 'schema', schema: schema as { readonly [key: string]: Json } };
    }
    default:
      return report(reading, `${path}.type`, 'A rule has one of the types contains, regex, length, schema.');
  }
}

function readRegex(
  reading: Reading,
  { pattern, flags }: Fields,
  head: { readonly message: string; readonly condition?: Condition },
  path: string,
): ValidationRule | null {
  if (typeof pattern !== 'string') {
    return report(reading, path, 'A rule of type regex has a text as its pattern.');
  }
  if (flags !== undefined && typeof flags !== 'string') {
    return report(reading, `${path}.flags`, 'Flags are a text such as "i".');
  }
  reading.patterns += pattern.length;
  if (reading.patterns > mostInPatterns) {
    return report(reading, path, `Patterns have at most ${mostInPatterns} characters together.`);
  }
  const regex = createMatcher(pattern, flags);
  if (regex.kind === 'problem') return report(reading, `${path}.pattern`, regex.message);
  return { ...head, type: 'regex', pattern, ...(flags === undefined ? {} : { flags }) };
}

function report(reading: Reading, path: string, message: string, what: Malformed['what'] = 'criteria'): null {
  reading.problems.push({ what, message: `${path}: ${message}` });
  return null;
}

const isCount = (value: unknown): value is number | undefined =>
  value === undefined || (typeof value === 'number' && Number.isFinite(value));

/** As far as it is needed to look into it; what its operators are is another's to say. */
function isCondition(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { and = [], or = [], not = {} } = value;
  const inside = Array.isArray(and) && Array.isArray(or) ? [...and, ...or, not] : [null];
  return Object.keys(value).length === 0 || inside.every((each) => isCondition(each));
}
