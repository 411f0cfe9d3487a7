/**
 * The tree of a graph document: what its author wrote, each part with its place in the text. Where a mistake could be
 * understood (a misspelled name), the tree holds what was meant, so that one mistake is reported once.
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

/** Where something stands: its span in the text and its path in the document. */
export interface SourceLocation {
  readonly span: Span;
  readonly path: string;
}

export interface GraphParam {
  readonly name: string;
  /** As it stands in the text: another where that name cannot be used. */
  readonly written: string;
  readonly at: SourceLocation;
  readonly type: Type;
  readonly typeName: string;
  readonly required: boolean;
  readonly default: Json | undefined;
  readonly example: Json | undefined;
  readonly description: string;
}

/** A name that points to something: a node, a workflow, an operation. */
export interface Pointer {
  readonly name: string;
  readonly scalar: LocatedScalar;
}

/** An expression, or a template that holds at least one reference. */
export interface Formula {
  readonly kind: 'formula';
  readonly tree: Tree;
  readonly scalar: LocatedScalar;
}

/** What `args` and messages become: constants, formulas, and maps and lists of such. */
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
  /** A number of milliseconds, or something to compute. */
  readonly timeout: Template | null;
  readonly onUncertain: 'retry' | 'ask' | 'fail';
  readonly undo: NodeCall | null;
  /** Of a compensate step: what follows is done although this failed. */
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
      /** Null where anybody may answer. */
      readonly who: Respondents | null;
    }
  | { readonly kind: 'wait'; readonly until: Template }
  | { readonly kind: 'compensate'; readonly steps: readonly GraphNode[] }
  | { readonly kind: 'error'; readonly message: Template };

/** Who may answer: whoever has one of the roles or is one of the subjects; anybody where both lists are empty. */
export interface Respondents {
  readonly roles: readonly string[];
  readonly subjects: readonly string[];
  /** Null where it does not matter. */
  readonly kind: (typeof principalKinds)[number] | null;
  /** Not whoever asked for it. */
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

/** `when` is null for the default; `goto` is null where the path ends. */
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
