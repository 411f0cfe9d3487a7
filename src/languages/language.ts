/** The contract of a definition language: it reads a text and returns workflows and all errors. */
import type { Evaluators } from '../kernel/index.ts';
import type { ItemFacet, LanguageError, LanguageInstructions, RunFacet, WorkflowFacet } from './facets.ts';
import type { LanguageApi, LanguageVerb, Zod } from './language-api.ts';
import type { ReadEnvironment, ReadResult, SourceFile } from './workflow.ts';

export interface Language {
  readonly id: string;
  /** For errors: how its documents begin, such as “a document with the key “workflows””. */
  readonly looksLike?: string;
  /** Whether the text of a document looks like this language. */
  recognises(source: SourceFile): boolean;
  read(source: SourceFile, environment: ReadEnvironment): ReadResult;
  /** The name by which its programs select their expression evaluator. */
  readonly evaluators: Evaluators;
  /** The schema of its documents, for editors and agents. */
  readonly schema: LanguageSchema;
  /** What an author has to know. */
  readonly reference: LanguageReference;
  /** How its work items are shown, validated and named. Its programs write its id into them, as `language`. */
  readonly items?: ItemFacet;
  readonly runs?: RunFacet;
  readonly workflows?: WorkflowFacet;
  /**
   * Operations, and parts of them, whose cost depends on the texts of users, by name: a process of its own performs them,
   * with limits. Inputs and results are plain data.
   */
  readonly computes?: { readonly [operation: string]: (input: never) => unknown };
  /**
   * Called once, where interfaces are. Languages of this program register theirs separately: it loads packages that
   * verbs for files do without. @param z builds schemas
   */
  readonly api?: (z: Zod) => Omit<LanguageApi, 'id'>;
  readonly verbs?: readonly LanguageVerb[];
  /** What agents are told about it. */
  readonly instructions?: LanguageInstructions;
  /** File name extension of its documents, if they are neither YAML nor JSON. */
  readonly extension?: string;
  /** Its documents are the specifications that “specifications.upload” takes. */
  readonly isUploaded?: true;
  /** By code. */
  readonly errors?: { readonly [code: string]: LanguageError };
}

export interface LanguageSchema {
  /** JSON Schema, or XML Schema. */
  readonly mediaType: 'application/schema+json' | 'application/xml';
  text(): string;
}

export interface LanguageReference {
  readonly title: string;
  /** One sentence: what the language is for. */
  readonly summary: string;
  /** File name patterns of its documents: `*.yaml`. */
  readonly fileNames: readonly string[];
  /** A Markdown page: every construct of the language. The examples are not in it. */
  page(): string;
  readonly examples: readonly LanguageExample[];
}

/** A document that is valid as it is. */
export interface LanguageExample {
  /** File name. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}
