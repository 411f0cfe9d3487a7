/**
 * What a language adds to the interfaces: fields of views with their schemas, and operations, tools and verbs of its
 * own. Every part is optional.
 */
import type { z } from 'zod';
import type { Failure, Json, Note, Program, RunEvent } from '../kernel/index.ts';
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

/** A use case of the language. */
export interface LanguageOperation<Input = unknown, Output = unknown> {
  /** `<noun>.<verb>`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** It needs the right to start workflows, and may call connectors, or also start runs. Default: it only reads. */
  readonly acts?: 'calls' | 'starts';
  readonly rest: OperationRest;
  /** Its tool for agents. `isUsual`: listed by default if the caller has own documents of the language. */
  readonly tool?: OperationTool;
  /** Valid inputs. */
  readonly examples?: readonly { readonly input: Values }[];
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** Its output has `notifications`: a tool call sends them to its client, if that has a channel for them. */
  readonly notifies?: true;
  /** The member `error` of an error, in the words of the language's design: it replaces `error` and `code`. */
  presentError?(error: ReportedError): Values;
  /** Throws Refusal, as `refuse` of the host does. Absent if `computes` of the language performs it. */
  perform?(input: Input, host: OperationHost): Promise<Output>;
}

export interface ClientNotification {
  readonly method: string;
  readonly params: Values;
}

/** An error as interfaces are about to report it. */
export interface ReportedError {
  readonly code: string;
  readonly category: string;
  readonly message: string;
  readonly context: { readonly [name: string]: string | number };
  readonly violations: readonly {
    readonly path: string;
    readonly rule: string;
    readonly message: string;
    readonly line?: number;
    readonly column?: number;
  }[];
}

/** The route of an operation. */
export interface OperationRest {
  readonly method: 'GET' | 'POST';
  /** `/v1/workflows/{workflow}/next`: names in braces are fields of the input. */
  readonly path: `/v1/${string}`;
  /** It validates documents: answers say where the syntax of their field `language` is described. */
  readonly linksSyntax?: true;
}

export interface OperationHost {
  /** Milliseconds since 1970. */
  now(): number;
  readonly caller: { readonly tenant: string; readonly subject: string };
  /** Throws: the caller receives the error. */
  refuse(report: RefusalReport): never;
  /** Throws if the caller has no such workflow. */
  workflow(id: string): Promise<FoundWorkflow>;
  /** Documents of a language that the caller may use. */
  workflows(language: string): Promise<readonly FoundWorkflow[]>;
  /** Null if this server has no sealing keys. */
  readonly seals: Seals | null;
  /** The connectors of the operations that a program leaves open, as its first event names them. Throws. */
  bind(program: Program): Promise<{ readonly [operation: string]: string }>;
  /** What `computes` of the language returns for this name: in a process of its own, with limits. Throws. */
  compute(name: string, input: Values): Promise<unknown>;
  /** Performs one call outside of runs, and waits for it. Known secrets are redacted in its result. */
  call(call: HostCall): Promise<CallOutcome>;
  /** Makes a run of events that the caller held. The same events under the same id are the same run. */
  adopt(held: HeldRun): Promise<AdoptedRun>;
  /** Whether a run was made under this id, with this identity. */
  isAdopted(held: Pick<HeldRun, 'id' | 'identity'>): Promise<boolean>;
  /** Waits until the run needs something from outside, or ends, or the time is over. */
  awaitRun(run: string, milliseconds: number): Promise<AdoptedRun>;
}

export interface FoundWorkflow {
  readonly id: string;
  /** Null if it cannot be read. */
  readonly workflow: Workflow | null;
  readonly language: string | null;
  readonly path: string;
  /** The text of its document. */
  readonly text: string;
  readonly revision: string;
  readonly violations: readonly Violation[];
}

/** Texts that the client keeps and cannot read or change. */
export interface Seals {
  /** A new id of a run, for what the client holds until it becomes one. */
  createId(): string;
  /** @param data JSON, or a text of characters up to U+00FF, which takes no more space than its bytes */
  seal(purpose: string, data: Json, options: SealOptions): string;
  open(purpose: string, sealed: string, bind: string): OpenedSeal;
}

export interface SealOptions {
  /** What it belongs to in the tenant of the caller: opened with another one, it is foreign. May be empty. */
  readonly bind: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** For large data without secrets. */
  readonly compress?: boolean;
}

export type OpenedSeal =
  | { readonly kind: 'opened'; readonly data: Json }
  | {
      readonly kind: 'refused';
      readonly reason: 'malformed' | 'unknown-key' | 'tampered' | 'foreign' | 'expired';
    };

export interface HostCall {
  readonly connector: string;
  readonly operation: string;
  readonly input: Json;
  /** For the log of the receiver: what the call belongs to. */
  readonly run: string;
  readonly workflow: string;
  readonly task: string;
}

export type CallOutcome =
  | { readonly kind: 'succeeded'; readonly output: Json }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface HeldRun {
  /** Created by `createId`. */
  readonly id: string;
  readonly workflow: HeldWorkflow;
  /** From its start. Times do not go back. */
  readonly events: readonly RunEvent[];
  /** What the same id must come with again, to be the same run. */
  readonly identity: Json;
  /** How long the id stays taken, also if the run is removed. Milliseconds since 1970. */
  readonly takenUntil: number;
}

export interface HeldWorkflow {
  readonly language: string;
  readonly name: string;
  readonly version: string;
  readonly text: string;
  readonly program: Program;
}

/** `taken`: the id has another identity. `unknown`: there is no such run, or it was removed. */
export type AdoptedRun = RunInShort | { readonly kind: 'taken' } | { readonly kind: 'unknown' };

export interface RunInShort {
  readonly kind: 'run';
  readonly id: string;
  readonly status: 'running' | 'waiting' | 'suspended' | 'completed' | 'failed' | 'cancelled';
  readonly variables: Values;
  readonly failure: Failure | null;
  /** The tasks whose work was undone, in this order. */
  readonly undone: readonly string[];
  /** The task that failed; empty if none did. */
  readonly failedTask: string;
}

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
