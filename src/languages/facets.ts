/**
 * What a language decides about its work items, runs and workflows. Every part is optional. Facets store nothing and
 * load no package, so that verbs which only read a file start fast.
 */
import type { Effort, Json, Program } from '../kernel/index.ts';
import type { Violation } from './document/violation.ts';
import type { Phrase } from './phrase.ts';
import type { RefusalReport } from './refusal.ts';
import type { ReadEnvironment, ReadResult, ServiceDirectory, SourceFile, Workflow } from './workflow.ts';

export type Values = { readonly [name: string]: Json };

export interface ItemFacet {
  /** How interfaces show it; `undefined` if like any other item. @param view as “items.get” returns it */
  present?(view: ItemLike): ItemPresentation | undefined;
  /** Follows the message of the item. @param input the whole value */
  messageDetails?(item: Json, input: Json): string;
  /** JSON Schema keywords of the fields of its answer, by name, beyond their types. @param input null if there is none yet */
  answerKeywords?(
    item: Json,
    input: Json,
  ): { readonly [field: string]: { readonly [keyword: string]: Json } };
  /**
   * Whether the item is a step that the agent does itself, and not a question to a person: the steps are done in the
   * order of the document, and their outputs are validated.
   */
  isStep?(item: Json): boolean;
  /** Why an agent cannot do this to the item; null if it may. Ends the sentence “The work item … …”. */
  needsPerson?(item: Json, action: 'answer' | 'skip'): PersonNeeded | null;
  /** Validates an answer. @param fitExpected validates it by the fields that the item expects, and throws */
  fitAnswer?(
    item: AnsweredItem,
    given: GivenAnswer,
    fitExpected: (given: GivenAnswer) => Json,
  ): Promise<FittedAnswer> | FittedAnswer;
  /** Says it better than the kernel; null if it cannot. @param value the answer as the run received it */
  explainRejection?(item: AnsweredItem, value: Json, message: string): Promise<RefusalReport | null>;
  /**
   * Why a scripted answer would be refused; null if it would not.
   * @param variables of the simulated run
   * @param effort for all answers of a request
   */
  checkAnswer?(item: Json, input: Json, answer: Json, variables: Json, effort: Effort): string | null;
  /** The id by which users of the language know the item. */
  nameOf?(item: NamedItem): string;
  /** What such an id can mean, the most likely first. */
  parseName?(name: string): readonly ItemName[];
}

/** A work item at its place in a run. */
export interface NamedItem {
  readonly run: string;
  readonly task: string;
  /** Numbers of the nets around it, the outermost first. */
  readonly lineage: readonly number[];
  /** Its number among the items of its net; 0 if it is not started. */
  readonly ordinal: number;
}

/** An item as callers see it. */
export interface ItemLike {
  readonly item: string;
  readonly run?: string;
  readonly mayAnswer?: boolean;
  readonly personMayAnswer?: boolean;
}

export interface ItemPresentation {
  /** Shown in place of its id. */
  readonly name?: string;
  /** Shown in lists in place of its message. */
  readonly title?: string;
  readonly isStep?: boolean;
  /** What an agent does about it; `undefined` if what it does about any item. @param whereToAnswer where a person answers */
  next?(whereToAnswer: string): string | undefined;
  /** The command that leads a person through it, without the name of the program. */
  readonly command?: string;
}

export interface PersonNeeded {
  readonly sentence: string;
  readonly suggestedAction?: Phrase;
  readonly context?: { readonly [name: string]: string };
}

export interface AnsweredItem {
  readonly id: string;
  readonly item: Json;
  /** Whether an answer can still change something. */
  readonly isOpen: boolean;
  /** What it shows, the whole value. */
  readonly input: Json;
  readonly program: () => Promise<Program>;
  /** Variables of its run by name, as far as they are set. */
  readonly variables: (names: readonly string[]) => Promise<Values>;
}

/** An answer in one of its possible forms. */
export interface GivenAnswer {
  readonly output?: Json | undefined;
  /** As typed by a user. */
  readonly texts?: { readonly [name: string]: string } | undefined;
  readonly outputXml?: string | undefined;
}

export type FittedAnswer =
  /** As the run receives it. */
  | { readonly kind: 'fitted'; readonly value: Json }
  | { readonly kind: 'refused'; readonly report: RefusalReport };

/** The task of a run, and the numbers of the nets around it and of its instance. */
export interface ItemName {
  readonly run: string;
  readonly path: readonly number[];
  readonly task: string;
}

export interface RunFacet {
  /** What answers to agents add. @param view as “runs.get” returns it */
  present?(view: object): RunPresentation | undefined;
  /** Further checks of the inputs before a start; null if there is nothing to say. @param workflow its id */
  checkInputs?(inputs: Values, workflow: string, program: Program): RefusalReport | null;
  /** Checks the variables that a caller sets when a run is reopened. */
  checkVariables?(operation: string, run: string, values: Values): RefusalReport | null;
  /** Says better than the kernel why a run cannot start; null if it cannot. @param field of the inputs in the request */
  explainRejection?(start: RefusedStart): RefusalReport | null;
  /** Inputs for a simulation, with samples of what the caller did not give, and the names of the samples. */
  sampleInputs?(workflow: Workflow, inputs: Values): SampledInputs;
  /** How often a task may run in a loop, if its tasks wait for answers. Default: the limit of the kernel. */
  readonly maxVisits?: number;
  /** The variables of the root net as XML; null if the program declares none. */
  dataXml?(program: Program, variables: Values): string | null;
  /** The state of the net as XML. */
  markingXml?(run: string, workflow: string, marking: readonly MarkedNet[]): string;
}

export interface RefusedStart {
  readonly workflow: string;
  readonly program: Program;
  readonly inputs: Values;
  readonly field: string;
  readonly message: string;
}

export interface SampledInputs {
  readonly values: Values;
  readonly sampled: readonly string[];
}

export interface RunPresentation {
  /** Of every answer about the run. */
  readonly fields: Values;
  /** Of answers that introduce the run: when it starts, and when its status is asked for. */
  readonly introduction: Values;
  /** What to do before anything else. */
  readonly first?: string;
}

export interface MarkedNet {
  /** Id of the net instance: the case id, with a number for each enclosing composite task. */
  readonly case_id: string;
  readonly conditions: readonly {
    readonly id: string;
    readonly tokens: number;
    readonly next: readonly string[];
  }[];
  readonly tasks: readonly {
    readonly id: string;
    readonly instances: readonly { readonly case_id: string; readonly state: 'entered' | 'executing' }[];
    readonly complete: number;
  }[];
}

export interface WorkflowFacet {
  /** The subject area of a workflow that declares none. Default: empty. */
  readonly defaultDomain?: string;
  /**
   * How agents see a workflow whose steps are shown one at a time: nothing of later steps.
   */
  readonly stepwise?: StepwisePresentation;
  /** Documents of other languages that its documents can be converted to, by the id of the language. */
  readonly conversions?: { readonly [language: string]: Conversion };
}

export interface StepwisePresentation {
  /** What an agent reads before it calls the tool of the workflow. @param outline as “definitions.outline” returns it */
  describe(outline: object): readonly string[];
  /** @param details as “definitions.get” returns it */
  summary(details: object): Values;
  preview(details: object): Values;
  /** How to begin. */
  next(workflow: string): string;
}

export interface Conversion {
  /** Noun for one workflow of the source: `specification`. */
  readonly noun: string;
  /** `undefined` if it cannot be read. @param workflow name of one of its workflows */
  convert(input: ConversionInput): Converted | undefined;
}

export interface ConversionInput {
  readonly file: SourceFile;
  readonly workflow: string;
  readonly services: ServiceDirectory | null;
  /** Reads a document of the target language. */
  readonly read: (file: SourceFile, environment: ReadEnvironment) => ReadResult;
  readonly warnings: readonly Violation[];
}

export interface Converted {
  /** The document. Its comments mark what is missing. */
  readonly text: string;
  /** What cannot be converted. */
  readonly gaps: readonly Violation[];
}

export interface LanguageInstructions {
  /** Name of the toolset of its tools. */
  readonly toolset: string;
  /** Explains its workflows among other terms, on one line: `checklist: a workflow that …`. */
  readonly term: string;
  /** The whole instructions for a client that has only its toolset. */
  readonly alone: string;
}

/** An error code of the language. */
export interface LanguageError {
  readonly category: 'validation' | 'not_found' | 'conflict' | 'permission' | 'limit';
  /** One or two sentences. */
  readonly meaning: string;
  /** What to do next. */
  readonly action: Phrase;
  /** HTTP status. Default: that of the category. */
  readonly status?: number;
  /** JSON-RPC error number. Default: that of the category. */
  readonly number?: number;
  /** Name that callers of cases use. Default: that of the category. */
  readonly short?: string;
}
