/** Evaluates task timers: when they expire, from when they count, and predicates that read them. */
import type { Compiled, Json, Scope } from '../../../kernel/index.ts';
import { fitValue } from '../../xsd/fit-value.ts';
import type { Shape } from '../../xsd/shape.ts';
import { addDuration } from './add-duration.ts';
import { documentWriter, toRecord } from './data-document.ts';
import type { QueryCompileContext } from './evaluate-query.ts';
import type { YawlSource } from './evaluator-source.ts';

type SourceOf<D extends YawlSource['do']> = Extract<YawlSource, { readonly do: D }>;

export function compileTimerTest(
  context: QueryCompileContext,
  { variable, state, negated }: SourceOf<'timer'>,
): Compiled {
  const reference = context.resolve(variable);
  return (scope) => ((reference === undefined ? undefined : scope.get(reference)) === state) !== negated;
}

export function compileDuration(
  _: QueryCompileContext,
  { duration, workdays }: SourceOf<'duration'>,
): Compiled {
  return ({ at }) => {
    const due = addDuration(at, duration, workdays);
    if (due === null) throw new Error(`“${duration}” is not a duration.`);
    return due - at;
  };
}

/** A duration, a point in time, or milliseconds since 1970. Text from a caller is never evaluated. */
export function compileExpiry(context: QueryCompileContext, source: SourceOf<'expiry'>): Compiled {
  const { variable, over, workdays, written } = source;
  const timerOf = timerReader(context, variable);
  const write = documentWriter(over, context.types, context.resolve);
  return (scope) => {
    const { expiry, trigger } = timerOf(scope);
    if (trigger === 'Never' || typeof expiry !== 'string' || expiry.trim() === '') return null;
    const compute = (query: string): string => {
      const items = context.queries.evaluate(query, write(scope), scope.at);
      return items.map(({ text: part }) => part).join(' ');
    };
    const text = expiry === written ? fillIn(expiry, compute) : expiry;
    return momentOf(text.trim(), scope.at, workdays);
  };
}

export function compileTrigger(context: QueryCompileContext, { variable }: SourceOf<'trigger'>): Compiled {
  const timerOf = timerReader(context, variable);
  return (scope) => (timerOf(scope).trigger === 'OnExecuting' ? 'hold' : 'start');
}

function timerReader({ resolve }: QueryCompileContext, variable: string) {
  const reference = resolve(variable);
  return (scope: Scope): { readonly trigger?: Json; readonly expiry?: Json } =>
    toRecord((reference === undefined ? null : scope.get(reference)) ?? null);
}

const dateTime: Shape = { type: { kind: 'simple', base: 'dateTime' }, types: {} };

/** A value that is not a time starts no timer, as in YAWL. The case does not fail. */
function momentOf(text: string, at: number, workdays: boolean): number | null {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  const due = addDuration(at, text, workdays);
  if (due !== null) return Number.isFinite(due) ? due : null;
  // A time without a zone is in UTC, as everywhere.
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`;
  const moment = fitValue(text, dateTime, '').kind === 'fitted' ? Date.parse(zoned) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

const fillIn = (text: string, compute: (query: string) => string): string =>
  text.replaceAll(/\{([^{}]*)\}/g, (_, query: string) => compute(query));
