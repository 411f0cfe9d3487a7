/** A question flow as plain data: what the program, the session and the interfaces know of the document. */
import type { Json, Tree } from '../../expression/index.ts';

export interface Flow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The flow itself, then the workflows that are nested in it. */
  readonly levels: readonly [Level, ...Level[]];
  readonly line: number;
  readonly column: number;
}

/** What others know of an adapter. */
export interface AdapterFacts {
  readonly name: string;
  readonly version: string;
  readonly provides: readonly Capability[];
  readonly requires: readonly Capability[];
  /** Why it has no operations; empty if it has some. */
  readonly noOperations: string;
}

export interface Capability {
  readonly capability: string;
  readonly version: string;
}

export interface Level {
  /** Id of the workflow. */
  readonly id: string;
  /** The first is the start. */
  readonly states: readonly FlowState[];
}

export interface FlowState {
  readonly id: string;
  readonly question: Question;
  /** The first that holds is taken. The last one has no condition, or the flow ends if none holds. */
  readonly exits: readonly Exit[];
  readonly nested: Nested | null;
  readonly operations: readonly DeferredOperation[];
  readonly line: number;
  readonly column: number;
}

export interface Exit {
  /** Index of a state; null: the end. */
  readonly to: number | null;
  readonly condition: Tree | null;
}

export interface Nested {
  /** Index of its level. */
  readonly level: number;
  readonly condition: Tree | null;
}

export const questionTypes = ['string', 'integer', 'boolean', 'choice'] as const;
export type QuestionType = (typeof questionTypes)[number];

export interface Question {
  readonly id: string;
  readonly type: QuestionType;
  readonly prompt: string;
  readonly helpText: string;
  readonly default: Json;
  /** Names of environment variables, one of which it accepts as `$NAME`; empty if it is not sensitive. */
  readonly secrets: readonly string[];
  readonly rules: Rules;
  readonly automatic: Tree | null;
  readonly choicesFrom: ChoicesFrom | null;
}

export interface Rules {
  readonly regex: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly choices: readonly string[] | null;
  readonly format: 'json' | null;
  /** An expression over answers, this one included. */
  readonly rule: Tree | null;
  readonly message: string;
}

/** A call of a connector, with templates. */
export interface FlowCall {
  /** Null: bound when a run starts. */
  readonly connector: string | null;
  readonly operation: string;
  /** An object. */
  readonly args: Tree;
}

export interface ChoicesFrom extends FlowCall {
  /** Where the list is in the result. */
  readonly items: readonly string[];
  /** The field of an entry; null: the entries are texts. */
  readonly value: string | null;
}

export interface DeferredOperation extends FlowCall {
  readonly id: string;
  readonly condition: Tree | null;
  readonly undo: FlowCall | null;
  readonly line: number;
  readonly column: number;
}

/** The adapter that a question or an operation belongs to: `hetzner` of `hetzner.api_token`; empty if to none. */
export const adapterOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf('.')));

export const isSensitive = ({ secrets }: Pick<Question, 'secrets'>): boolean => secrets.length > 0;

/** As interfaces show the value of a sensitive question. */
export const mask = '***REDACTED***';

export const statesOf = ({ levels }: Pick<Flow, 'levels'>): readonly FlowState[] =>
  levels.flatMap(({ states }) => states);

export const operationsOf = (flow: Pick<Flow, 'levels'>): readonly DeferredOperation[] =>
  statesOf(flow).flatMap(({ operations }) => operations);
