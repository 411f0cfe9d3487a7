/**
 * The tree of a graph document: the author's text with positions. If the intended text is clear (a misspelled name),
 * the tree contains the intended text, so one error is reported once.
 */
import type { Json, Span, Tree, Type } from '../../expression/index.ts';
import type { Located, LocatedMap, LocatedScalar } from '../document/located.ts';

export interface GraphDocument {
  readonly domain: string;
  readonly version: string;
  readonly workflows: readonly GraphWorkflow[];
}

export interface GraphWorkflow {
  readonly name: string;
  readonly at: SourceLocation;
  readonly map: LocatedMap;
  readonly description: string;
  readonly params: readonly GraphParam[];
  readonly nodes: readonly GraphNode[];
  readonly result: Template | null;
}

/** A position: the span in the text and the path in the document. */
export interface SourceLocation {
  readonly span: Span;
  readonly path: string;
}

export interface GraphParam {
  readonly name: string;
  /** The name in the text, which differs if that name cannot be used. */
  readonly written: string;
  readonly at: SourceLocation;
  readonly type: Type;
  readonly typeName: string;
  readonly required: boolean;
  readonly default: Json | undefined;
  readonly example: Json | undefined;
  readonly description: string;
}

/** A name that refers to a node, a workflow or an operation. */
export interface Pointer {
  readonly name: string;
  readonly scalar: LocatedScalar;
}

/** An expression, or a template that contains at least one reference. */
export interface Formula {
  readonly kind: 'formula';
  readonly tree: Tree;
  readonly scalar: LocatedScalar;
}

/** Values of `args` and messages: constants, formulas, and maps and lists of such. */
export type Template =
  | { readonly kind: 'constant'; readonly value: Json; readonly located: Located }
  | Formula
  | { readonly kind: 'map'; readonly fields: readonly TemplateField[]; readonly located: Located }
  | { readonly kind: 'list'; readonly items: readonly Template[]; readonly located: Located };

export interface TemplateField {
  readonly name: string;
  readonly at: SourceLocation;
  readonly value: Template;
}

/** A node of the graph, a branch of a `parallel`, the step of a `foreach` or one of a `compensate`. */
export interface GraphNode {
  readonly name: string;
  readonly at: SourceLocation;
  readonly map: LocatedMap;
  readonly description: string;
  readonly work: NodeWork;
  readonly dependsOn: readonly Pointer[];
  readonly join: 'settled' | 'all' | 'any';
  readonly condition: Formula | null;
  readonly output: Pointer | null;
  readonly retry: NodeRetry | null;
  readonly fallback: Pointer | null;
  /** A number of milliseconds, or an expression. */
  readonly timeout: Template | null;
  readonly onUncertain: 'retry' | 'ask' | 'fail';
  readonly undo: NodeCall | null;
  /** For a compensate step: the next steps run although this one failed. */
  readonly ignoreError: boolean;
}

export interface NodeCall {
  readonly operation: Pointer;
  readonly args: readonly TemplateField[];
}

export interface NodeRetry {
  readonly limit: number;
  readonly delay: number;
  readonly backoff: 'fixed' | 'linear' | 'exponential';
}

export type NodeWork =
  | (NodeCall & { readonly kind: 'call' })
  | { readonly kind: 'workflow'; readonly workflow: Pointer; readonly args: readonly TemplateField[] }
  | { readonly kind: 'branch'; readonly options: readonly BranchOption[] }
  | { readonly kind: 'parallel'; readonly branches: readonly GraphNode[]; readonly onFailure: PartialFailure }
  | ForeachWork
  | {
      readonly kind: 'yield';
      readonly message: Template;
      readonly expects: readonly GraphParam[];
      /** Null if any principal may answer. */
      readonly who: Respondents | null;
    }
  | { readonly kind: 'wait'; readonly until: Template }
  | { readonly kind: 'compensate'; readonly steps: readonly GraphNode[] }
  | { readonly kind: 'error'; readonly message: Template };

/** Who may answer: principals with one of the roles or subjects; any principal if both lists are empty. */
export interface Respondents {
  readonly roles: readonly string[];
  readonly subjects: readonly string[];
  /** Null if not restricted. */
  readonly kind: (typeof principalKinds)[number] | null;
  /** Excludes the principal that started the run. */
  readonly fourEyes: boolean;
}

export const principalKinds = ['person', 'agent', 'service'] as const;

export interface ForeachWork {
  readonly kind: 'foreach';
  readonly items: Template;
  readonly as: Pointer | null;
  readonly step: GraphNode;
  readonly concurrency: number;
  readonly maxIterations: number | null;
  readonly continueOnFailure: boolean;
}

/** `when` is null for the default; `goto` is null if the path ends. */
export interface BranchOption {
  readonly when: Formula | null;
  readonly goto: Pointer | null;
  readonly at: SourceLocation;
}

export type PartialFailure =
  | { readonly kind: 'continue' }
  | { readonly kind: 'abort' }
  | { readonly kind: 'compensate'; readonly node: Pointer };

export type NodeKind = NodeWork['kind'];
