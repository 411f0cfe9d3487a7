/** The contract of a definition language: text in, workflows and every mistake out. */
import type { Sketch } from '../drawing/index.ts';
import type { Json, Type } from '../expression/index.ts';
import type { Evaluators, Program } from '../kernel/index.ts';
import type { Guide } from './guide/schema.ts';
import type { Violation } from './violation.ts';
import type { Shape } from './xsd/shape.ts';

export interface Language {
  readonly id: string;
  /** Whether a document is meant to be of this language, from a look at its text. */
  recognises(source: SourceFile): boolean;
  read(source: SourceFile, environment: ReadEnvironment): ReadResult;
  /** What its programs name to compute their expressions. */
  readonly evaluators: Evaluators;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What a definition may refer to outside itself. */
export interface ReadEnvironment {
  /** What can be called; null where that is not known, and then any name may be called. */
  readonly operations: ConnectorOperations | null;
  /** Who does the work of services, and who people and roles are; null where nobody says. */
  readonly services?: ServiceDirectory | null;
}

/** Names in specifications, and what they mean here. */
export interface ServiceDirectory {
  /** By the id of a YAWL service: its address. */
  readonly services: ReadonlyMap<string, ServiceBinding>;
  readonly codelets: ReadonlyMap<string, ServiceBinding>;
  /** Subject of a principal by the id of a participant. */
  readonly participants: ReadonlyMap<string, string>;
  /** Role of principals by the id of a role. */
  readonly roles: ReadonlyMap<string, string>;
}

/** The operation of a connector that performs automated tasks. */
export interface ServiceBinding {
  readonly operation: string;
  /** Parameter of the task by argument; null: every parameter is an argument of the same name. */
  readonly args: { readonly [argument: string]: string } | null;
  /** The output that the whole result is; null: the result is an object with the outputs. */
  readonly result: string | null;
}

/** Computes XPath and XQuery at once, bounded in time and size. Documents and results are XML texts. */
export interface QueryEngine {
  /** Whether queries can be computed here, all of them in one go. */
  check(queries: readonly string[]): readonly QueryVerdict[];
  /**
   * Throws an Error where the query has no value, and a HaltedError of the kernel where it takes too long or
   * too much.
   * @param at milliseconds since 1970: what the query takes for now
   */
  evaluate(query: string, document: string, at: number): readonly QueryItem[];
}

export type QueryVerdict =
  | {
      readonly kind: 'accepted';
      /** Names from the root of the document to what it may look at, one or two; null where that could be anything. */
      readonly paths: readonly (readonly string[])[] | null;
    }
  /** Line and column in the query, from 1. */
  | { readonly kind: 'refused'; readonly message: string; readonly line: number; readonly column: number };

export interface QueryItem {
  /** A node as XML; an attribute or an atomic value as its text. */
  readonly kind: 'element' | 'text' | 'attribute' | 'atomic';
  readonly text: string;
}

export interface ConnectorOperations {
  readonly names: readonly string[];
  find(name: string): ConnectorOperation | undefined;
}

export interface ConnectorOperation {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  /** It takes arguments that are not listed, too. */
  readonly open?: boolean;
  readonly result: Type;
  /** What a call might give, where the API says. */
  readonly example: Json | undefined;
}

export interface OperationParameter {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
}

export interface ReadResult {
  readonly language: string;
  readonly workflows: readonly Workflow[];
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
}

export interface Workflow {
  readonly name: string;
  /** What its document is about: tells workflows of one name apart; empty where the author says nothing. */
  readonly domain: string;
  readonly description: string;
  readonly version: string;
  /** What people call it, where its name is an id. */
  readonly title?: string;
  /** Words that it is found by. */
  readonly tags?: readonly string[];
  /** Of several in different folders with one name, the one of the last folder counts; the others are hidden. */
  readonly overrides?: true;
  /** What it says beside its program, where it leads step by step. */
  readonly guide?: Guide;
  /** Other names that it is known by. */
  readonly aliases?: readonly string[];
  /** What its versions have in common: of several with one of these, the newest starts new runs. Absent: it has no versions beside it. */
  readonly series?: string;
  /** Names that the root of its data may have as XML; absent where it takes none. */
  readonly dataRoots?: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Null where the workflow, or one that it calls, has a mistake. */
  readonly program: Program | null;
  readonly sketch: Sketch;
  /** Of the nets inside it, where its author draws them apart. */
  readonly parts?: readonly Sketch[];
  readonly samples: readonly Sample[];
  /** The tasks of its nets that its author wrote; the others only route. */
  readonly tasks: readonly AuthoredTask[];
  /** Where its name stands. */
  readonly line: number;
  readonly column: number;
}

export interface AuthoredTask {
  readonly net: string;
  readonly task: string;
  /** As its author describes it; empty where they do not. */
  readonly description: string;
  /** Where its language says more of tasks than what they do. */
  readonly facts?: TaskFacts;
  readonly line: number;
  readonly column: number;
}

export interface TaskFacts {
  readonly kind: 'manual' | 'automated' | 'composite' | 'empty';
  /** It has several instances. */
  readonly multiple: boolean;
  readonly inputs: readonly ShapedField[];
  readonly outputs: readonly ShapedField[];
}

export interface ShapedField {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly type: Type;
  /** What XML Schema says of it, where it was declared so; then that decides, not `type`. */
  readonly shape?: Shape;
  /** As the author wrote it: `str`, `int`, `date`. */
  readonly typeName: string;
  readonly required: boolean;
  readonly default: Json | undefined;
  readonly example: Json | undefined;
  readonly description: string;
}

/** What a task's work might give when nobody says: made from the API, or from how its output is used. */
export interface Sample {
  readonly net: string;
  readonly task: string;
  readonly output: Json;
}
