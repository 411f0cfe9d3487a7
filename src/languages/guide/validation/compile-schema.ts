/**
 * JSON Schemas of authors, ready to be held against data. Neither a schema nor the data can make this throw, load
 * anything, or run for long: what is used is counted, and there is an end to it.
 */
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { _, Ajv, type Options } from 'ajv/dist/ajv.js';
import { createMatcher, type Json } from '../../../expression/index.ts';
import { explainErrors, explainForm, type SchemaFault } from './explain-errors.ts';
import {
  type Dialect,
  meterKeyword,
  type SchemaFields,
  type TamedSchema,
  tameSchema,
} from './tame-schema.ts';

export type CompiledSchema =
  | {
      readonly kind: 'schema';
      check(data: Json): SchemaAnswer;
      /** A value that it allows; undefined where none was found. */
      readonly sample: Json | undefined;
    }
  | { readonly kind: 'problem'; readonly message: string };

export type SchemaAnswer =
  /** None where the data is as it should be. */
  | { readonly kind: 'faults'; readonly faults: readonly SchemaFault[] }
  /** It was given up. */
  | { readonly kind: 'beyond'; readonly message: string };

type Tamed = TamedSchema & { readonly kind: 'tamed' };

/** Schemas used, entries looked at, and what patterns cost. */
const mostEffort = 1_000_000;
const stepsPerEffort = 200;
const deepestData = 200;
const mostKept = 200;
const kept = new Map<string, CompiledSchema>();

const beyond: SchemaAnswer = {
  kind: 'beyond',
  message: 'there is too much in it to be held against this schema',
};

/** What is wrong with a schema, in words; null where it can be used. */
export function checkSchema(schema: unknown): string | null {
  const compiled = compileSchema(schema);
  return compiled.kind === 'problem' ? compiled.message : null;
}

export function compileSchema(schema: unknown): CompiledSchema {
  const tamed = tameSchema(schema);
  if (tamed.kind === 'problem') return tamed;
  const key = JSON.stringify(tamed.schema);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const compiled = compile(tamed);
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  kept.set(key, compiled);
  return compiled;
}

const dialects = { '2020-12': Ajv2020, '2019-09': Ajv2019, 'draft-07': Ajv } as const;

const options: Options = { strict: false, logger: false, validateFormats: false, allErrors: true };

/** One for each version is enough to check the form of schemas; nothing of a schema stays in it. */
const judges = new Map<Dialect, Ajv>();

function judgeOf(dialect: Dialect): Ajv {
  const judge = judges.get(dialect) ?? new dialects[dialect](options);
  judges.set(dialect, judge);
  return judge;
}

class Spent extends Error {}

function compile(tamed: Tamed): CompiledSchema {
  const { schema, dialect, targets } = tamed;
  const effort = { left: 0 };
  const spend = (cost: number): void => {
    effort.left -= cost;
    if (effort.left < 0) throw new Spent();
  };
  try {
    const judge = judgeOf(dialect);
    if (judge.validateSchema(schema) !== true) return problem(explainForm(judge.errors ?? []));
    const validate = createCompiler(dialect, spend).compile(schema);
    const check = (data: Json): SchemaAnswer => {
      if (!isWithin(data, deepestData)) return { kind: 'beyond', message: 'it is nested too deep' };
      effort.left = mostEffort;
      try {
        if (validate(data) === true) return { kind: 'faults', faults: [] };
        return { kind: 'faults', faults: explainErrors(validate.errors ?? [], targets) };
      } catch (error) {
        if (error instanceof Spent || error instanceof RangeError) return beyond;
        throw error;
      } finally {
        validate.errors = null;
      }
    };
    return { kind: 'schema', check };
  } catch (error) {
    if (error instanceof RangeError) return problem('The schema is nested too deep.');
    return problem(
      error instanceof Error ? `The schema cannot be used: ${error.message}.` : 'The schema cannot be used.',
    );
  }
}

/** A schema has a compiler of its own: ids in it are nobody else's. */
function createCompiler(dialect: Dialect, spend: (cost: number) => void): Ajv {
  const regExp = Object.assign((pattern: string) => createTest(pattern, spend), { code: '' });
  const compiler = new dialects[dialect]({
    ...options,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    inlineRefs: false,
    verbose: true,
    code: { regExp, optimize: false },
  });
  const meter = (once: number, each: number, data: Json): void =>
    spend(each === 0 ? once : once + each * entriesOf(data));
  compiler.addKeyword({
    keyword: meterKeyword,
    before: '$ref',
    code({ gen, schema, data }) {
      const [once, each] = schema as readonly [number, number];
      gen.code(_`${gen.scopeValue('func', { ref: meter })}(${once}, ${each}, ${data})`);
    },
  });
  // The original compares each with each.
  compiler.removeKeyword('uniqueItems');
  compiler.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (wanted: boolean) => (data: readonly Json[]) => !wanted || isUnique(data, spend),
  });
  return compiler;
}

function createTest(
  pattern: string,
  spend: (cost: number) => void,
): { test(text: string): boolean; toString(): string } {
  const matcher = createMatcher(pattern);
  if (matcher.kind === 'problem') throw new Error(`“${pattern}”: ${matcher.message.replace(/\.$/, '')}`);
  return {
    test(text) {
      spend(Math.ceil((text.length * matcher.cost) / stepsPerEffort));
      const found = matcher.isFoundIn(text);
      if (found === null) throw new Spent();
      return found;
    },
    // The compiler takes patterns of the same text for the same pattern.
    toString: () => pattern,
  };
}

function entriesOf(data: Json): number {
  if (typeof data !== 'object' || data === null) return 0;
  return Array.isArray(data) ? data.length : Object.keys(data).length;
}

function isUnique(list: readonly Json[], spend: (cost: number) => void): boolean {
  const texts = new Set<string>();
  for (const each of list) {
    const text = JSON.stringify(each, (_, value: Json) => (isFields(value) ? sorted(value) : value));
    spend(1 + Math.ceil(text.length / stepsPerEffort));
    texts.add(text);
  }
  return texts.size === list.length;
}

const sorted = (fields: SchemaFields): SchemaFields =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));

const isFields = (value: Json): value is SchemaFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isWithin(data: Json, depth: number): boolean {
  if (typeof data !== 'object' || data === null) return true;
  return depth > 0 && Object.values(data).every((each) => isWithin(each, depth - 1));
}

const problem = (message: string): CompiledSchema => ({ kind: 'problem', message });
