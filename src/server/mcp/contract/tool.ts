/** The definition of a tool. Each tool is one file that provides all of this; the framework does the rest. */
import type {
  CallToolResult,
  ContentBlock,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import type { Principal, RunView, ToolHints, ToolTerms } from '../../../operations/index.ts';

export type { ToolHints, ToolTerms };

export type JsonObject = { readonly [name: string]: Json };

export interface Tool {
  /** Matches `^[a-zA-Z0-9_-]{1,64}$`: hosts reject a whole server for one invalid name. */
  readonly name: string;
  readonly title: string;
  readonly toolset: string;
  /** Other toolsets that need it. */
  readonly alsoIn?: readonly string[];
  /** Listed by default. */
  readonly isUsual: boolean;
  /** Also listed by default if the caller has own workflows of this language. */
  readonly usualWith?: string;
  /** At most 2,000 bytes; says when to use it. */
  readonly description: string;
  /** The same with a shorter description, for a long list. */
  readonly brief?: Tool;
  /** Terms of its errors. Default: runs. */
  readonly terms?: ToolTerms;
  /** Operations that it calls: the tool is hidden from callers that lack the scope of one of them. */
  readonly operations: readonly string[];
  /** Further operations that errors name it for: it does what they do, and needs none of their scopes. */
  readonly standsFor?: readonly string[];
  readonly hints: ToolHints;
  /** Facts for programs that route calls by them. */
  readonly meta?: JsonObject;
  readonly input: ToolInput;
  /** JSON Schema of the structured content, a plain object at its root; null if the content is free. */
  readonly output: JsonObject | null;
  /** Fields by which it answers another tool of the same name. */
  readonly joins?: readonly string[];
  /** Spellings of the designs that mean this tool. */
  readonly aliases: readonly string[];
  /** For a tool that starts runs: whether a client that supports tasks may, or must, get one. */
  readonly tasks?: 'optional' | 'required';
  /**
   * For a tool that answers for a continuing run: shows items that only people may answer to the user, in rounds of
   * the call.
   */
  readonly asks?: true;
  /** Its operation asks for confirmations, which the user of a client with forms gives in a form, in rounds of the call. */
  readonly confirms?: true;
  /** Sends messages to the client during a call, or reads more of the request than its input. */
  readonly converses?: true;
  /** Throws OperationError; ProtocolError only if the protocol itself was violated. */
  perform(input: JsonObject, call: ToolCall): Promise<ToolOutcome>;
  /** Formats the output of an ended run, if it differs from the default. */
  present?(run: RunView): ToolAnswer | CallToolResult;
}

export interface ToolInput {
  /** JSON Schema, a plain object at its root, without references. */
  readonly schema: JsonObject;
  /** Throws OperationError with all violations. */
  parse(given: JsonObject): JsonObject;
}

export type ToolOutcome =
  | ToolAnswer
  /** The call waits for this run, shows its questions to the user, or becomes a task. */
  | {
      readonly kind: 'run';
      readonly run: RunView;
      readonly waitMs: number;
      readonly cancelsWithCall?: boolean;
      /** For a tool that asks: the result of the action, returned before the status of the run. */
      readonly told?: JsonObject;
    }
  /** A result of the protocol. */
  | { readonly kind: 'raw'; readonly result: CallToolResult | InputRequiredResult };

export interface ToolAnswer {
  readonly kind: 'answer';
  readonly value: JsonObject;
  readonly isError?: boolean;
  /** Resource with the whole value if it is too big for an answer. */
  readonly resource?: string;
  /** Fields that are then left out whole, in this order: they may hold any value, and a part is of no use. */
  readonly bulky?: readonly string[];
  /** Says how to read what was left out without resources. */
  readonly rest?: string;
  readonly links?: readonly ContentBlock[];
}

export interface ToolCall {
  readonly principal: Principal;
  /** Calls an operation as the principal. Throws OperationError. */
  perform<Result>(operation: string, input: unknown): Promise<Result>;
  /** How long the operation that starts a run may wait, within the caller's time limit. */
  firstWait(waitMs: number): number;
  /** The client can show a form to its user. */
  readonly canAsk: boolean;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** The request of the protocol; null if the tool is called without the protocol. */
  readonly request: ServerContext | null;
}
