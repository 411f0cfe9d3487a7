/**
 * What a language adds to the interfaces: fields of views with their schemas, and operations, tools and verbs of its
 * own. Every part is optional.
 */
import type { z } from 'zod';
import type { Json, Note, Program } from '../kernel/index.ts';
import type { Violation } from './document/violation.ts';
import type { NamedItem, Values } from './facets.ts';
import type { OperationTool } from './operation-tool.ts';
import type { RefusalReport } from './refusal.ts';
import type { Workflow } from './workflow.ts';

/** What a language from a file builds its schemas with: functions of the package zod, version 4. */
export type Zod = Pick<
  typeof z,
  | 'array'
  | 'boolean'
  | 'enum'
  | 'exactOptional'
  | 'int'
  | 'json'
  | 'literal'
  | 'looseObject'
  | 'null'
  | 'number'
  | 'object'
  | 'record'
  | 'strictObject'
  | 'string'
  | 'union'
  | 'unknown'
>;

export interface LanguageApi {
  /** Of the language. */
  readonly id: string;
  readonly items?: ItemViews;
  readonly runs?: RunViews;
  readonly workflows?: WorkflowViews;
  readonly operations?: readonly LanguageOperation[];
}

/** Fields that a language adds to a view; each may be absent. The names of all languages differ. */
export type ViewFields = { readonly [name: string]: z.ZodType };

export interface ItemViews {
  /** What its items show in addition to the fields of every item. */
  readonly fields: ViewFields;
  view(item: ItemInRun): Values | Promise<Values>;
  /** Whether an item of an imported program has everything that the language reads. */
  isReadable?(item: Json): boolean;
}

/** A work item with its state. */
export interface ItemInRun extends NamedItem {
  /** What its program offers. */
  readonly item: Json;
  /** What it shows, the whole value. */
  readonly input: Json;
  readonly state: 'offered' | 'held' | 'completed' | 'failed' | 'skipped' | 'withdrawn';
  readonly ending: '' | 'divided' | 'forced' | 'cancelled' | 'left-over' | 'run-ended';
  readonly paused: boolean;
  /** Of an item that was divided into instances: whether some of them are open, or done. */
  hasInstances(which: 'open' | 'done'): Promise<boolean>;
}

export interface RunViews {
  /** What its runs show in addition to the fields of every run. */
  readonly fields: ViewFields;
  view(run: RunReader): Promise<Values>;
}

export interface RunReader {
  readonly program: Program;
  /** `content` of its workflow as it was when the run started; `undefined` if it can no longer be read. */
  content(): Promise<unknown>;
  /** Variables by name, as far as they are set. */
  variables(names: readonly string[]): Promise<Values>;
  /** Folds the notes of its events, of which earlier calls have read most. A language folds one kind of facts. */
  fold<Facts>(initial: Facts, add: (facts: Facts, notes: readonly Note[]) => Facts): Promise<Facts>;
}

export interface WorkflowViews {
  /** What “definitions.outline” shows in addition. */
  readonly outlineFields?: ViewFields;
  outline?(workflow: Workflow): Values;
  /** What “definitions.get” shows in addition. */
  readonly detailFields?: ViewFields;
  /** @param at milliseconds since 1970 */
  details?(workflow: Workflow, at: number): Values;
  /** What its tasks show in addition. */
  readonly taskFields?: ViewFields;
  /** @param facts of the authored task; @param isOffered it becomes a work item */
  viewTask?(facts: unknown, isOffered: boolean): Values;
  /** What agents see of these fields. @param task as “definitions.get” returns it */
  presentTask?(task: object): Values;
}

/** A use case of the language. It reads and computes; it changes nothing. */
export interface LanguageOperation<Input = unknown, Output = unknown> {
  /** `<noun>.<verb>`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly rest: OperationRest;
  /** Its tool for agents. `isUsual`: listed by default if the caller has own documents of the language. */
  readonly tool?: OperationTool;
  /** Valid inputs. */
  readonly examples?: readonly { readonly input: Values }[];
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** Throws Refusal, as `refuse` of the host does. Absent if `computes` of the language performs it. */
  perform?(input: Input, host: OperationHost): Promise<Output>;
}

/** The route of an operation. */
export interface OperationRest {
  readonly method: 'POST';
  /** `/v1/workflows/{workflow}/next`: names in braces are fields of the input. */
  readonly path: `/v1/${string}`;
  /** It validates documents: answers say where the syntax of their field `language` is described. */
  readonly linksSyntax?: true;
}

export interface OperationHost {
  /** Milliseconds since 1970. */
  now(): number;
  /** Throws: the caller receives the error. */
  refuse(report: RefusalReport): never;
  /** Throws if the caller has no such workflow. */
  workflow(id: string): Promise<FoundWorkflow>;
  /** Null if this server does not issue tokens. */
  readonly tokens: PositionTokens | null;
}

export interface FoundWorkflow {
  readonly id: string;
  /** Null if it cannot be read. */
  readonly workflow: Workflow | null;
  readonly language: string | null;
  readonly path: string;
  readonly revision: string;
  readonly violations: readonly Violation[];
}

/** Short texts that the client keeps and cannot change. They are valid for one tenant. */
export interface PositionTokens {
  /** @param purpose one letter; @param bound texts that must be the same when it is opened */
  seal(purpose: string, bound: readonly string[], data: Uint8Array): string;
  open(purpose: string, bound: readonly string[], token: string): OpenedToken;
}

export type OpenedToken =
  | { readonly kind: 'opened'; readonly data: Uint8Array }
  /** Another caller received it, or it is not a token of this server. */
  | { readonly kind: 'foreign' | 'invalid' }
  /** The bound text at this position differs. */
  | { readonly kind: 'unbound'; readonly at: number };

/** A verb of the command line. */
export interface LanguageVerb {
  readonly name: string;
  /** Shown in the list of verbs. */
  readonly summary: string;
  readonly usage: string;
  readonly maxArguments: number;
  /** @returns the exit code */
  run(args: readonly string[], terminal: VerbTerminal): Promise<number>;
}

export interface VerbTerminal {
  out(text: string): void;
  err(text: string): void;
  /** Calls an operation as the user. Throws. */
  call(operation: string, input: Values): Promise<Json>;
}
