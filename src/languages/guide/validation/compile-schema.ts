/**
 * Compiles JSON Schemas of authors and validates data against them. Neither a schema nor the data can make this throw,
 * load anything, or run for long: every use of a schema is counted against an effort limit.
 */
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { _, Ajv, type Options, type ValidateFunction } from 'ajv/dist/ajv.js';
import { createMatcher, type Json } from '../../../expression/index.ts';
import type { Effort } from '../../../kernel/index.ts';
import { spendEffort } from './effort.ts';
import { explainErrors, explainForm, type SchemaFault } from './explain-errors.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { isWithinDepth } from './read-output.ts';
import {
  meterKeyword,
  type RestrictedSchema,
  restrictSchema,
  type SchemaDialect,
} from './restrict-schema.ts';

export type CompiledSchema =
  | {
      readonly kind: 'schema';
      check(data: Json, effort: Effort): SchemaAnswer;
      /** The schema as compiled, and the targets of its references. */
      readonly schema: JsonObject;
      readonly targets: ReadonlyMap<Json, Json>;
    }
  | { readonly kind: 'problem'; readonly message: string };

export type SchemaAnswer =
  /** Empty if the data is valid. */
  | { readonly kind: 'faults'; readonly faults: readonly SchemaFault[] }
  /** Validation was aborted. */
  | { readonly kind: 'beyond'; readonly message: string };

type Restricted = RestrictedSchema & { readonly kind: 'tamed' };

/**
 * Meters count the uses of schemas. Compiling is always charged as if the schema were new, so that the cost is
 * deterministic.
 */
const maxUses = 1_000_000;
const stepsPerUse = 20;
const stepsToCompile = 10_000;
const maxDataDepth = 200;
const maxCached = 200;
const cache = new Map<string, CompiledSchema>();

/** What is wrong with a schema; null if it is valid. */
export function checkSchema(schema: unknown): string | null {
  const compiled = compileSchema(schema);
  return compiled.kind === 'problem' ? compiled.message : null;
}

export function compileSchema(schema: unknown): CompiledSchema {
  const restricted = restrictSchema(schema);
  if (restricted.kind === 'problem') return restricted;
  const key = `${restricted.dialect} ${JSON.stringify(restricted.schema)}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const validate = validatorFor(restricted.dialect);
  const isFormed = validate.validateSchema(restricted.schema) === true;
  const compiled: CompiledSchema = isFormed
    ? create(restricted)
    : { kind: 'problem', message: explainForm(validate.errors ?? []) };
  const [oldest] = cache.keys();
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
  cache.set(key, compiled);
  return compiled;
}

const dialects = { '2020-12': Ajv2020, '2019-09': Ajv2019, 'draft-07': Ajv } as const;

const options: Options = {
  strict: false,
  // 1e400 is parsed as infinite, which is not a JSON number.
  strictNumbers: true,
  logger: false,
  validateFormats: false,
  allErrors: true,
  verbose: true,
  ownProperties: true,
};

/** One instance per version checks the form of schemas; it keeps nothing of a schema. */
const validators = new Map<SchemaDialect, Ajv>();

function validatorFor(dialect: SchemaDialect): Ajv {
  const validate = validators.get(dialect) ?? new dialects[dialect](options);
  validators.set(dialect, validate);
  return validate;
}

/** Thrown through the generated code of a schema, the only way to abort it. */
class Spent extends Error {}

interface Meter {
  left: number;
  use(count: number): void;
}

function create(restricted: Restricted): CompiledSchema {
  const { schema, dialect, targets, size } = restricted;
  const meter: Meter = {
    left: 0,
    use(count) {
      this.left -= count;
      if (this.left < 0) throw new Spent();
    },
  };
  let made: ValidateFunction | undefined;
  const check = (data: Json, effort: Effort): SchemaAnswer => {
    if (!isWithinDepth(data, maxDataDepth)) return beyond('it is nested too deeply');
    if (!spendEffort(effort, size * stepsToCompile)) return beyond('there is too much to check');
    const uses = Math.min(maxUses, Math.floor(effort.left / stepsPerUse));
    meter.left = uses;
    try {
      made ??= createCompiler(dialect, meter).compile(schema);
      const errors = made(data) === true ? [] : (made.errors ?? []);
      return { kind: 'faults', faults: explainErrors(errors, targets) };
    } catch (error) {
      if (error instanceof Spent) return beyond('there is too much to validate against this schema');
      return beyond(
        error instanceof RangeError
          ? 'schema and data are nested too deeply'
          : 'the schema cannot be compiled',
      );
    } finally {
      effort.left -= (uses - Math.max(0, meter.left)) * stepsPerUse;
      if (made !== undefined) made.errors = null;
    }
  };
  return { kind: 'schema', check, schema, targets };
}

const beyond = (message: string): SchemaAnswer => ({ kind: 'beyond', message });

/** Each schema has its own compiler, so that both are freed together. */
function createCompiler(dialect: SchemaDialect, meter: Meter): Ajv {
  const compiler = new dialects[dialect]({
    ...options,
    meta: false,
    validateSchema: false,
    inlineRefs: false,
    code: {
      // The generated code is not stored, so it need not be serializable.
      regExp: Object.assign((pattern: string) => createTest(pattern, meter), { code: '' }),
      optimize: false,
    },
  });
  const use = (once: number, each: number, data: Json): void =>
    meter.use(each === 0 ? once : once + each * entriesOf(data));
  compiler.addKeyword({
    keyword: meterKeyword,
    before: '$ref',
    code({ gen, schema, data }) {
      const [once, each] = schema as readonly [number, number];
      gen.code(_`${gen.scopeValue('func', { ref: use })}(${once}, ${each}, ${data})`);
    },
  });
  // The original keyword compares every pair.
  compiler.removeKeyword('uniqueItems');
  compiler.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (wanted: boolean) => (data: readonly Json[]) => !wanted || isUnique(data, meter),
  });
  return compiler;
}

function createTest(
  pattern: string,
  meter: Meter,
): { readonly test: (text: string) => boolean; readonly toString: () => string } {
  const matcher = createMatcher(pattern);
  return {
    test(text) {
      const cost = matcher.kind === 'matcher' ? matcher.cost : 0;
      meter.use(Math.ceil((text.length * cost) / stepsPerUse));
      const found = matcher.kind === 'matcher' ? matcher.isFoundIn(text) : false;
      if (found === null) throw new Spent();
      return found;
    },
    // The compiler treats patterns of the same text as the same pattern.
    toString: () => pattern,
  };
}

function entriesOf(data: Json): number {
  if (typeof data !== 'object' || data === null) return 0;
  return Array.isArray(data) ? data.length : Object.keys(data).length;
}

function isUnique(list: readonly Json[], meter: Meter): boolean {
  const texts = new Set<string>();
  for (const each of list) {
    const text = JSON.stringify(each, (_key, value: Json) => (isJsonObject(value) ? sorted(value) : value));
    meter.use(1 + Math.ceil(text.length / stepsPerUse));
    texts.add(text);
  }
  return texts.size === list.length;
}

const sorted = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
