/** What a server offers: tools, resources and prompts. The product's, and in tests those of a suite beside them. */
import type {
  CompleteRequest,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Principal, Scope } from '../../../operations/index.ts';
import type { Tool } from './tool.ts';

export interface Contents {
  readonly tools: ToolRegistry;
  readonly resources: ResourceList;
  readonly prompts: readonly OfferedPrompt[];
  /** Whether something of this sends log messages to clients. */
  readonly logs: boolean;
}

export interface ToolRegistry {
  /** What is listed, in the order of the list. */
  list(principal: Principal, choice: ToolChoice): Promise<readonly Tool[]>;
  /** Also one that is not listed, and by any of its spellings. */
  find(principal: Principal, name: string): Promise<Tool | undefined>;
  /** The tool that presents runs of a workflow. */
  findByWorkflow(principal: Principal, workflow: string): Promise<Tool | undefined>;
  /** The first scope that the principal lacks for a tool that there is; undefined where nothing is missing. */
  missingScope?(principal: Principal, name: string): Promise<Scope | undefined>;
  /** Of a name that `find` does not know: why, and what to call instead; undefined where there is nothing to say. */
  explain?(principal: Principal, name: string): Promise<string | undefined>;
}

/** Undefined: what is usual. */
export type ToolChoice = readonly string[] | undefined;

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly nextCursor?: string;
}

export interface ResourceList {
  /** Throws OperationError where the cursor is none of ours. */
  list(principal: Principal, cursor: string | undefined): Promise<Page<Resource>>;
  /** Those that the principal may read. */
  templates(principal: Principal): readonly ResourceTemplateType[];
  /** Undefined where there is no such resource. */
  read(principal: Principal, uri: string): Promise<ReadResourceResult | undefined>;
  /** Proposals for a variable of a template; undefined where there is no such template or variable. */
  complete(principal: Principal, asked: Completion): Promise<readonly string[] | undefined>;
}

export interface Completion {
  /** The template as it is listed. */
  readonly uri: string;
  readonly variable: string;
  readonly typed: string;
  /** What is known of the others. */
  readonly known: Readonly<Record<string, string>>;
}

export interface OfferedPrompt {
  readonly prompt: Prompt;
  get(
    principal: Principal,
    given: Readonly<Record<string, string>>,
    request: ServerContext,
  ): Promise<GetPromptResult | InputRequiredResult>;
  complete?(argument: CompleteRequest['params']['argument']): readonly string[];
}
