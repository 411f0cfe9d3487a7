/** A tool for agents that performs one operation. What is not declared follows from the operation. */
import type { z } from 'zod';
import type { Json } from '../kernel/index.ts';
import type { Values } from './facets.ts';

export interface OperationTool {
  readonly name: string;
  readonly title: string;
  /** At most 2,000 bytes; says when to use it. */
  readonly description: string;
  readonly toolset: string;
  /** Listed by default. Default: only with its toolset. */
  readonly isUsual?: true;
  /** Fields by which it answers a built-in tool of the same name. Default: its name is its own. */
  readonly joins?: readonly string[];
  /** Of its fields and errors. Default: runs. */
  readonly terms?: ToolTerms;
  /** Default: read-only if the operation writes nothing; otherwise repeatable without harm, inside this server. */
  readonly hints?: Partial<ToolHints>;
  /** Other names of the tool. */
  readonly aliases?: readonly string[];
  /** Default: the fields of the operation in snake case; ids as in all tools. */
  readonly input?: z.ZodObject;
  /** Its name of a field by the name in the operation, where they differ. */
  readonly fields?: { readonly [field: string]: string };
  /** Other spellings of its fields. */
  readonly spellings?: { readonly [spelling: string]: string };
  /** Whether the fields of its answer are named in snake case. Default: as the result names them. */
  readonly answersInSnakeCase?: true;
  /** JSON Schema of the answer. Default: of the result, as tools present it. */
  readonly output?: Values;
  /** The answer. Default: the result, as tools present it. */
  present?(result: Json): Values;
  /** What to do next: the last field of the answer. */
  readonly next?: string;
  /** Fields that are left out of an answer that is too big, in this order, and what to do then. */
  readonly bulky?: readonly string[];
  readonly rest?: string;
}

/** Terms of fields and errors: runs and workflows, or the equivalent cases, work items and specifications. */
export type ToolTerms = 'runs' | 'cases';

export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}
