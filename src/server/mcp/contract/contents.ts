/** What a server offers: tools, resources and prompts. Tests add those of the conformance suite. */
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
  /** Whether any of the contents sends log messages to clients. */
  readonly logs: boolean;
}

export interface ToolRegistry {
  /** The listed tools, in the order of the list. */
  list(principal: Principal, choice: ToolChoice): Promise<readonly Tool[]>;
  /** Also finds tools that are not listed, and by any of their spellings. */
  find(principal: Principal, name: string): Promise<Tool | undefined>;
  /** The tool that presents runs of a workflow. */
  findByWorkflow(principal: Principal, workflow: string): Promise<Tool | undefined>;
  /** The first scope that the principal lacks for an existing tool; `undefined` if none is missing. */
  missingScope?(principal: Principal, name: string): Promise<Scope | undefined>;
  /** For a name that `find` does not know: the reason, and what to call instead; `undefined` if unknown. */
  explain?(principal: Principal, name: string): Promise<string | undefined>;
}

/** `undefined`: the default. */
export type ToolChoice = readonly string[] | undefined;

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly nextCursor?: string;
}

export interface ResourceList {
  /** Throws OperationError if the cursor is invalid. */
  list(principal: Principal, cursor: string | undefined): Promise<Page<Resource>>;
  /** Those that the principal may read. */
  templates(principal: Principal): readonly ResourceTemplateType[];
  /** `undefined` if the resource does not exist. */
  read(principal: Principal, uri: string): Promise<ReadResourceResult | undefined>;
  /** Proposals for a variable of a template; `undefined` if the template or variable does not exist. */
  complete(principal: Principal, asked: Completion): Promise<readonly string[] | undefined>;
}

export interface Completion {
  /** The template as it is listed. */
  readonly uri: string;
  readonly variable: string;
  readonly typed: string;
  /** Values of the other variables. */
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
