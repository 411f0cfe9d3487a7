/** The contract of a definition language: text in, workflows and every mistake out. */
import type { Sketch } from '../drawing/index.ts';
import type { Json, Type } from '../expression/index.ts';
import type { Evaluators, Program } from '../kernel/index.ts';
import type { Violation } from './violation.ts';

export interface Language {
  readonly id: string;
  /** Whether a document is meant to be of this language, from a look at its text. */
  recognises(source: SourceFile): boolean;
  read(source: SourceFile, surroundings: Surroundings): Reading;
  /** What its programs name to compute their expressions. */
  readonly evaluators: Evaluators;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What a definition may refer to outside itself. */
export interface Surroundings {
  /** What can be called; null where that is not known, and then any name may be called. */
  readonly operations: Operations | null;
}

export interface Operations {
  readonly names: readonly string[];
  find(name: string): Operation | undefined;
}

export interface Operation {
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

export interface Reading {
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
  readonly parameters: readonly Parameter[];
  /** Null where the workflow, or one that it calls, has a mistake. */
  readonly program: Program | null;
  readonly sketch: Sketch;
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
  readonly line: number;
  readonly column: number;
}

export interface Parameter {
  readonly name: string;
  readonly type: Type;
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
