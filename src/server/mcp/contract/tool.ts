/** What a tool is: one file each names all of this, everything else comes from the framework. */
import type {
  CallToolResult,
  ContentBlock,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import type { Principal, RunView } from '../../../operations/index.ts';

export type JsonObject = { readonly [name: string]: Json };

export const toolsetNames = [
  'cases',
  'guides',
  'questions',
  'authoring',
  'catalogs',
  'orchestration',
  'admin',
] as const;

export type ToolsetName = (typeof toolsetNames)[number];

/** Of what errors speak: of runs and workflows; or of cases, work items and specifications, which are the same. */
export type ToolTerms = 'runs' | 'cases';

export interface Tool {
  /** Matches `^[a-zA-Z0-9_-]{1,64}$`: hosts drop a whole server for one name that does not. */
  readonly name: string;
  readonly title: string;
  readonly toolset: ToolsetName;
  /** Others that are of little use without it. */
  readonly alsoIn?: readonly ToolsetName[];
  /** Listed where nobody chooses toolsets. */
  readonly isUsual: boolean;
  /** Listed there, too, where somebody has a guide of their own. */
  readonly usualWithGuides?: true;
  /** At most 2,000 bytes; says when to use it. */
  readonly description: string;
  /** Of its errors; of runs where absent. */
  readonly terms?: ToolTerms;
  /** Operations that it calls: whoever lacks the scope of one of them does not see it. */
  readonly operations: readonly string[];
  readonly hints: ToolHints;
  readonly input: ToolInput;
  /** JSON Schema of the structured content, a plain object at its root; null where the content is free. */
  readonly output: JsonObject | null;
  /** Spellings of the designs that mean this tool. */
  readonly aliases: readonly string[];
  /** Of a tool that starts runs: whether a client that knows tasks may, or must, get one. */
  readonly tasks?: 'optional' | 'required';
  /** Of one that answers for a run that goes on: what only people may answer next is put to them, in rounds of the call. */
  readonly asks?: true;
  /** Throws OperationError; a ProtocolError only where the protocol itself was broken. */
  perform(input: JsonObject, call: ToolCall): Promise<ToolOutcome>;
  /** What an ended run of this tool gives, where that is not what every run gives. */
  present?(run: RunView): ToolAnswer | CallToolResult;
}

export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolInput {
  /** JSON Schema, a plain object at its root, without references. */
  readonly schema: JsonObject;
  /** Throws OperationError with everything that is wrong. */
  parse(given: JsonObject): JsonObject;
}

export type ToolOutcome =
  | ToolAnswer
  /** The call goes along with this run: waits, asks the human, becomes a task. */
  | {
      readonly kind: 'run';
      readonly run: RunView;
      readonly waitMs: number;
      readonly cancelsWithCall?: boolean;
      /** Of a tool that asks: what was done, told before where the run stands now. */
      readonly told?: JsonObject;
    }
  /** A result as the protocol has it. */
  | { readonly kind: 'raw'; readonly result: CallToolResult | InputRequiredResult };

export interface ToolAnswer {
  readonly kind: 'answer';
  readonly value: JsonObject;
  readonly isError?: boolean;
  /** Resource where all of it can be read when it is too big for an answer. */
  readonly resource?: string;
  /** Fields that are left out whole then, one after the other: what may be anything, and is of no use in part. */
  readonly bulky?: readonly string[];
  /** Says how what was left out is read without resources. */
  readonly rest?: string;
  readonly links?: readonly ContentBlock[];
}

export interface ToolCall {
  readonly principal: Principal;
  /** Calls an operation as the principal. Throws OperationError. */
  perform<Result>(operation: string, input: unknown): Promise<Result>;
  /** How long the operation that starts a run may wait itself, of the time that the caller grants. */
  firstWait(waitMs: number): number;
  /** A form reaches the human behind the caller. */
  readonly canAsk: boolean;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** The request as the protocol has it; null where a tool is called without the protocol. */
  readonly request: ServerContext | null;
}
