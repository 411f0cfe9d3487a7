/** A guide as its author wrote it, read. Plain data: it is kept with the workflow, and doors show parts of it as they are. */
import type { Json, Span } from '../../expression/index.ts';

/** Where something stands in the document. */
export interface SourceLocation {
  /** `steps[2].loop.condition` */
  readonly path: string;
  readonly span: Span;
}

export interface Guide {
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly description: string;
  /** Empty where its author says none. */
  readonly version: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly about: string;
  readonly examples: readonly string[];
  readonly preconditions: readonly string[];
  readonly clarificationPrompts: readonly string[];
  readonly metaGuidance: readonly string[];
  readonly functions: readonly GuideFunction[];
  readonly assessments: readonly Assessment[];
  /** As written: a step that is the body of a loop by reference stands here, too. */
  readonly steps: readonly GuideStep[];
  readonly at: SourceLocation;
}

export type GuideStep = PromptStep | LoopStep | ParallelStep;

interface StepHead {
  readonly id: string;
  readonly title: string;
  /** Null: it always runs. */
  readonly runCondition: WrittenCondition | null;
  readonly confirmation: Confirmation;
  /** What can be called in it, beside the functions of the guide. */
  readonly functions: readonly GuideFunction[];
  readonly at: SourceLocation;
}

export interface PromptStep extends StepHead {
  readonly kind: 'prompt';
  /** Blocks are put together to a text already; may hold `{{name}}`. */
  readonly prompt: string;
  /** Put after the prompt, each where its condition holds. */
  readonly fragments: readonly PromptFragment[];
  readonly agentRole: string | null;
  readonly guidance: readonly string[];
  readonly askForFiles: boolean;
  /** What kind of model does it well, in words; null where nobody says. */
  readonly modelHint: string | null;
  /** Null where any output will do. */
  readonly criteria: Criteria | null;
  readonly contract: OutputContract | null;
  readonly assessmentRefs: readonly string[];
  readonly consequences: readonly AssessmentConsequence[];
  readonly functionCalls: readonly FunctionCall[];
  /** `name()`, as written. */
  readonly functionReferences: readonly string[];
  /** Done one after the other wherever it was done, before anybody agrees to it: `<id>.audit`, `<id>.verification`. */
  readonly checks: readonly PromptStep[];
}

export interface PromptFragment {
  readonly id: string;
  readonly when: Condition | null;
  readonly text: string;
}

/** Passes over its body, one after the other. */
export interface LoopStep extends StepHead {
  readonly kind: 'loop';
  readonly rule: LoopRule;
  /** 1 to 1000: reaching it ends the loop, as if its condition said so. */
  readonly maxIterations: number;
  /** Names under which its steps see the pass (from 1), the item and its index (from 0), beside the usual ones. */
  readonly iterationVar: string | null;
  readonly itemVar: string | null;
  readonly indexVar: string | null;
  readonly body: LoopBody;
}

export type LoopRule =
  /** Checked before each pass, the first one too. */
  | { readonly kind: 'while' | 'until'; readonly condition: Condition; readonly at: SourceLocation }
  /** A number, or the name of a variable of the context that holds one. */
  | { readonly kind: 'for'; readonly count: number | string; readonly at: SourceLocation }
  /** Name of a variable of the context that holds a list. */
  | { readonly kind: 'forEach'; readonly items: string; readonly at: SourceLocation }
  /** Goes on as long as the last output that fulfilled the contract of loop control said “continue”; has one pass at least. */
  | { readonly kind: 'control'; readonly loopId: string; readonly at: SourceLocation };

export type LoopBody =
  | { readonly kind: 'inline'; readonly steps: readonly GuideStep[] }
  /** Id of a step of the guide, which then runs only here. */
  | { readonly kind: 'reference'; readonly step: string; readonly at: SourceLocation };

/** Steps that may be done in any order, or by several agents at once; then what they gave is put together. */
export interface ParallelStep extends StepHead {
  readonly kind: 'parallel';
  /** Named `<id>.1`, `<id>.2` … */
  readonly branches: readonly PromptStep[];
  /** Named `<id>.synthesis`. */
  readonly synthesis: PromptStep | null;
}

/**
 * As written, in the form of the format. Every operator that is there has to hold. `var` alone asks whether there is
 * something (not empty, not zero, not false).
 */
export interface Condition {
  /** A variable of the context: a key, or a path with dots. */
  readonly var?: string;
  readonly equals?: Json;
  readonly not_equals?: Json;
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
  readonly contains?: Json;
  readonly in?: readonly Json[];
  readonly startsWith?: string;
  readonly endsWith?: string;
  /** A regular expression that runs in linear time; case does not matter. */
  readonly matches?: string;
  readonly and?: readonly Condition[];
  readonly or?: readonly Condition[];
  readonly not?: Condition;
}

export interface WrittenCondition {
  readonly condition: Condition;
  readonly at: SourceLocation;
}

/** Whether a person has to agree before what comes after the step. */
export type Confirmation =
  | { readonly kind: 'never' }
  | { readonly kind: 'always' }
  | { readonly kind: 'when'; readonly condition: Condition; readonly at: SourceLocation };

/** As written: one rule, rules that all have to hold, or a composition. */
export type Criteria = Rule | readonly Rule[];

export type Rule = ValidationRule | ValidationComposition;

export type ValidationRule =
  | (RuleHead & { readonly type: 'contains'; readonly value: string })
  | (RuleHead & { readonly type: 'regex'; readonly pattern: string; readonly flags?: string })
  | (RuleHead & { readonly type: 'length'; readonly min?: number; readonly max?: number })
  | (RuleHead & { readonly type: 'schema'; readonly schema: { readonly [key: string]: Json } });

interface RuleHead {
  readonly message: string;
  /** Where it does not hold the rule asks for nothing. */
  readonly condition?: Condition;
}

/** Exactly one of the three. */
export interface ValidationComposition {
  readonly and?: readonly Rule[];
  readonly or?: readonly Rule[];
  readonly not?: Rule;
}

export interface GuideFunction {
  readonly name: string;
  readonly definition: string;
  readonly parameters: readonly FunctionParameter[];
  readonly scope: 'workflow' | 'loop' | 'step';
  readonly at: SourceLocation;
}

export interface FunctionParameter {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  readonly required: boolean;
  readonly description: string;
  readonly enum: readonly Json[] | null;
  readonly default?: Json;
}

export interface FunctionCall {
  readonly name: string;
  readonly args: { readonly [name: string]: Json };
  readonly at: SourceLocation;
}

/** What an output has to be, by a name that both sides know. */
export interface OutputContract {
  readonly contractRef: 'wr.contracts.loop_control';
  /** Of the loop that its decision is about; empty where it is the one around the step. */
  readonly loopId: string;
  readonly required: boolean;
}

export interface Assessment {
  readonly id: string;
  readonly purpose: string;
  readonly dimensions: readonly AssessmentDimension[];
  readonly at: SourceLocation;
}

export interface AssessmentDimension {
  readonly id: string;
  readonly purpose: string;
  readonly levels: readonly string[];
  readonly required: boolean;
}

/** Where a dimension is at this level the step is not done: its guidance says what is to follow. */
export interface AssessmentConsequence {
  readonly anyEqualsLevel: string;
  /** Null: any assessment of the step. */
  readonly forAssessment: string | null;
  readonly guidance: string;
}
