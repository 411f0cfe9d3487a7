/** What a language reads: the text of a document, and the workflows and errors in it. */
import type { Sketch } from '../drawing/index.ts';
import type { Json, Type } from '../expression/index.ts';
import type { Program } from '../kernel/index.ts';
import type { Violation } from './document/violation.ts';
import type { Shape } from './xsd/shape.ts';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The outside names that a definition may refer to. */
export interface ReadEnvironment {
  /** Operations that can be called; null if unknown, and then any name is accepted. */
  readonly operations: ConnectorOperations | null;
  /** Maps services, participants and roles; null if not configured. */
  readonly services?: ServiceDirectory | null;
  /** How many errors are listed. Default: as many as an answer may have. */
  readonly maxErrors?: number;
}

/** Maps names in specifications to local ones. */
export interface ServiceDirectory {
  /** By the id of a service: its address. */
  readonly services: ReadonlyMap<string, ServiceBinding>;
  readonly codelets: ReadonlyMap<string, ServiceBinding>;
  /** Subject of a principal by the id of a participant. */
  readonly participants: ReadonlyMap<string, string>;
  /** Role of principals by the id of a role. */
  readonly roles: ReadonlyMap<string, string>;
}

/** The connector operation that performs automated tasks. */
export interface ServiceBinding {
  readonly operation: string;
  /** Parameter of the task by argument; null: every parameter is an argument of the same name. */
  readonly args: { readonly [argument: string]: string } | null;
  /** The output that receives the whole result; null: the result is an object with the outputs. */
  readonly result: string | null;
}

export interface ConnectorOperations {
  readonly names: readonly string[];
  find(name: string): ConnectorOperation | undefined;
  /** Why this name cannot be called, beyond being unknown; `undefined` if it can. */
  problemOf?(name: string): string | undefined;
}

export interface ConnectorOperation {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  /** Whether it accepts arguments that are not listed. */
  readonly open?: boolean;
  readonly result: Type;
  /** An example of the result from the API description. */
  readonly example: Json | undefined;
  /** Of an API: how it is called there. */
  readonly command?: {
    readonly canonical: string;
    /** In capitals. */
    readonly method: string;
    readonly path: string;
    /** Whether it changes nothing. */
    readonly reads: boolean;
    readonly deprecated: boolean;
  };
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
  /** The subject area of its document, which distinguishes workflows of one name. Default: empty. */
  readonly domain: string;
  readonly description: string;
  readonly version: string;
  /** The display name, if the name is an id. */
  readonly title?: string;
  /** Search keywords. */
  readonly tags?: readonly string[];
  /** Of several workflows with one name in different folders, the one in the last folder wins; the others are hidden. */
  readonly overrides?: true;
  /** What the language keeps of the document beside its program, for its facets. Plain data. */
  readonly content?: unknown;
  /** Alternative names. */
  readonly aliases?: readonly string[];
  /**
   * Shared by all versions of a workflow: the newest version of a series starts new runs. Absent: the workflow has
   * no other versions.
   */
  readonly series?: string;
  /** Root element names that its data may have as XML; absent if it does not accept XML. */
  readonly dataRoots?: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Names of the fields of its result, if the definition makes it an object. Values of connectors may have any type. */
  readonly resultFields?: readonly string[];
  /** Null if the workflow, or one that it calls, has an error. */
  readonly program: Program | null;
  readonly sketch: Sketch;
  /** Sketches of its inner nets, if the language draws them separately. */
  readonly parts?: readonly Sketch[];
  readonly samples: readonly Sample[];
  /** The tasks of its nets that the author wrote; the others only route. */
  readonly tasks: readonly AuthoredTask[];
  /** Position of its name. */
  readonly line: number;
  readonly column: number;
}

export interface AuthoredTask {
  readonly net: string;
  readonly task: string;
  /** The author's description. Default: empty. */
  readonly description: string;
  /** Further facts for `viewTask` of the language. Plain data. If tasks have them, only tasks are listed, not places. */
  readonly facts?: unknown;
  readonly line: number;
  readonly column: number;
}

export interface Parameter {
  readonly name: string;
  readonly type: Type;
  /** The XML Schema declaration, if there is one; it takes precedence over `type`. */
  readonly shape?: Shape;
  /** The type as the author wrote it: `str`, `int`, `date`. */
  readonly typeName: string;
  readonly required: boolean;
  readonly default: Json | undefined;
  readonly example: Json | undefined;
  readonly description: string;
}

/** A sample output of a task for simulations without data: from the API, or derived from how the output is used. */
export interface Sample {
  readonly net: string;
  readonly task: string;
  readonly output: Json;
}
