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
  /** How its work items are shown, validated and named. Its programs write its id into them, as `language`. */
  readonly items?: ItemFacet;
  readonly runs?: RunFacet;
  readonly workflows?: WorkflowFacet;
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
