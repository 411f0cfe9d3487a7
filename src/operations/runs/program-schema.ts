/** Schema of a program from outside. The kernel decides whether it is sound. */
import { z } from 'zod';
import { defaultLimits, type Expression, type Json, type Limits, type Program } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import { json, named, namedObject } from '../../languages/output-fields.ts';
import { hasReadableData, hasReadableTypes } from '../data/shape-schema.ts';
import { hasReadablePrivileges } from '../items/read-model/item-privileges.ts';
import { hasReadableWho } from '../items/read-model/item-who.ts';
import { findApi } from '../language-lists/language-apis.ts';
import { languages } from '../language-lists/languages.ts';

const name = z.string().max(1_000);
const names = z.array(name).max(100_000);
const uncertain = z.enum(['retry', 'ask', 'fail']);
const routing = z.enum(['and', 'xor', 'or']);
const source = z.strictObject({ line: z.int(), column: z.int() });

const expression: z.ZodType<Expression> = named(
  'Expression',
  'How a value is computed.',
  z.lazy(() =>
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('read'), name }),
      z.strictObject({ kind: z.literal('value'), value: json('A value.') }),
      z.strictObject({
        kind: z.literal('record'),
        fields: z.array(z.strictObject({ name, value: expression })),
      }),
      z.strictObject({
        kind: z.literal('eval'),
        evaluator: name,
        source: json('A value.'),
        reads: names,
        optional: z.exactOptional(names),
      }),
    ]),
  ),
);

const maybe = z.exactOptional(expression);
const bound = z.exactOptional(z.union([z.number(), expression]));
const isReadable = (item: Json): boolean =>
  findApi(String(partOf(item, 'language')))?.items?.isReadable?.(item) ?? true;

const maxVisits = Math.max(defaultLimits.visits, ...languages.map(({ runs }) => runs?.maxVisits ?? 0));

const assigns = z.array(z.strictObject({ to: name, value: expression }));

const work = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('call'),
    connector: z.exactOptional(name),
    operation: name,
    input: maybe,
    onUncertain: uncertain,
  }),
  z.strictObject({
    kind: z.literal('offer'),
    item: json('A value.').refine(
      (item) => [hasReadableWho, hasReadablePrivileges, hasReadableData, isReadable].every((is) => is(item)),
      'an item whose “who” names roles, subjects, kind and fourEyes, whose “privileges” name who has them, whose “expects” and “data” name values and their types, and that has what its language needs',
    ),
    input: maybe,
    takes: z.exactOptional(z.enum(['offer', 'hold'])),
    enabling: maybe,
    whom: maybe,
    unfinished: maybe,
  }),
  z.strictObject({
    kind: z.literal('net'),
    net: name,
    scope: z.enum(['own', 'share', 'inherit']),
    input: z.exactOptional(assigns),
  }),
  z.strictObject({ kind: z.literal('wait'), for: maybe, until: maybe, signal: maybe }),
  z.strictObject({ kind: z.literal('pass') }),
  z.strictObject({ kind: z.literal('fail'), failure: expression }),
]);

const each = z.strictObject({
  items: maybe,
  min: bound,
  max: bound,
  threshold: bound,
  concurrency: bound,
  create: z.enum(['static', 'dynamic']),
  failures: z.enum(['abort', 'continue']),
  collect: maybe,
});

const retry = z.strictObject({
  limit: z.number(),
  delay: z.number(),
  backoff: z.enum(['fixed', 'linear', 'exponential']),
  factor: z.exactOptional(z.number()),
  cap: z.exactOptional(z.number()),
  jitter: z.exactOptional(z.number()),
});

const undo = z.strictObject({
  connector: z.exactOptional(name),
  operation: name,
  input: maybe,
  retry: z.exactOptional(retry),
  onUncertain: z.exactOptional(uncertain),
  required: z.exactOptional(z.boolean()),
});

const timeout = z.strictObject({
  after: maybe,
  until: maybe,
  from: z.exactOptional(z.union([z.enum(['start', 'hold']), expression])),
  onRelease: z.exactOptional(z.enum(['stop', 'go-on'])),
  onExpiry: z.exactOptional(z.enum(['fail', 'finish', 'note'])),
  status: z.exactOptional(name),
});

const flow = z.strictObject({
  to: name.nullable(),
  guard: maybe,
  order: z.exactOptional(z.number()),
  default: z.exactOptional(z.boolean()),
});

const task = z.strictObject({
  id: name,
  from: names,
  join: routing,
  split: routing,
  flows: z.array(flow),
  work,
  each: z.exactOptional(each),
  outputs: z.exactOptional(assigns),
  cancels: z.exactOptional(z.strictObject({ places: names, tasks: names })),
  ignores: z.exactOptional(names),
  retry: z.exactOptional(retry),
  catch: z.exactOptional(z.strictObject({ to: name.nullable(), as: z.exactOptional(name) })),
  undo: z.exactOptional(undo),
  timeout: z.exactOptional(timeout),
  visits: z.exactOptional(z.int().min(1).max(maxVisits)),
  onUnset: z.exactOptional(z.enum(['fail', 'skip'])),
  source: z.exactOptional(source),
});

const variable = z.strictObject({
  name,
  initial: z.exactOptional(json('A value.')),
  parameter: z.exactOptional(z.enum(['required', 'optional'])),
});

const net = z.strictObject({
  id: name,
  input: name,
  output: name,
  places: z.array(z.strictObject({ id: name, source: z.exactOptional(source) })),
  tasks: z.array(task),
  variables: z.array(variable),
  result: maybe,
  onFailure: z.enum(['abort', 'settle']),
});

/** No language needs more than the kernel's own limits, which bound the work of one event. */
const limit = (of: keyof Limits) => z.exactOptional(z.int().min(1).max(defaultLimits[of]));

export const programSchema: z.ZodType<Program> = namedObject('Program', 'A workflow as the engine runs it.', {
  semantics: z.literal(1),
  root: name,
  nets: z.array(net).min(1).max(10_000),
  onMisfit: z.exactOptional(z.enum(['fail', 'refuse'])),
  shared: z.exactOptional(
    json('Shared by all expressions in it, such as the types of its data.').refine(
      hasReadableTypes,
      'types by name, and the data of the root net',
    ),
  ),
  limits: z.exactOptional(
    z.strictObject({
      visits: limit('visits'),
      steps: limit('steps'),
      payload: limit('payload'),
      depth: limit('depth'),
      instances: limit('instances'),
      tokens: limit('tokens'),
      signals: limit('signals'),
      orJoin: limit('orJoin'),
      effort: limit('effort'),
    }),
  ),
});
