/** The parsed guide. Plain data: it is stored with the workflow, and interfaces return parts of it unchanged. */
import type { Json, Span } from '../../../expression/index.ts';

/** A position in the document. */
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
  /** Empty if the author sets none. */
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
  /** As written: includes steps that loops reference as their body. */
  readonly steps: readonly GuideStep[];
  readonly at: SourceLocation;
}

export type GuideStep = PromptStep | LoopStep | ParallelStep;

interface StepHead {
  readonly id: string;
  readonly title: string;
  /** Null: the step always runs. */
  readonly runCondition: WrittenCondition | null;
  readonly confirmation: Confirmation;
  /** Functions that the step can call, in addition to those of the guide. */
  readonly functions: readonly GuideFunction[];
  readonly at: SourceLocation;
}

export interface PromptStep extends StepHead {
  readonly kind: 'prompt';
  /** Blocks are already joined to one text; may contain `{{name}}`. */
  readonly prompt: string;
  /** Appended to the prompt, each if its condition holds. */
  readonly fragments: readonly PromptFragment[];
  readonly agentRole: string | null;
  readonly guidance: readonly string[];
  readonly askForFiles: boolean;
  /** The kind of model that suits the step; null if not set. */
  readonly modelHint: string | null;
  /** Null if any output is valid. */
  readonly criteria: Criteria | null;
  readonly contract: OutputContract | null;
  readonly assessmentRefs: readonly string[];
  readonly consequences: readonly AssessmentConsequence[];
  readonly functionCalls: readonly FunctionCall[];
  /** `name()`, as written. */
  readonly functionReferences: readonly string[];
  /** Done in sequence after the step, before a person confirms it: `<id>.audit`, `<id>.verification`. */
  readonly checks: readonly PromptStep[];
}

export interface PromptFragment {
  readonly id: string;
  readonly when: Condition | null;
  readonly text: string;
}

/** Repeats its body in passes, one after the other. */
export interface LoopStep extends StepHead {
  readonly kind: 'loop';
  readonly rule: LoopRule;
  /** 1 to 1000: the loop ends when it reaches this number of passes. */
  readonly maxIterations: number;
  /** Names for the pass (from 1), the item and its index (from 0), in addition to the usual ones. */
  readonly iterationVar: string | null;
  readonly itemVar: string | null;
  readonly indexVar: string | null;
  readonly body: LoopBody;
}

export type LoopRule =
  /** Checked before each pass, including the first. */
  | { readonly kind: 'while' | 'until'; readonly condition: Condition; readonly at: SourceLocation }
  /** A number, or the name of a variable of the context that holds one. */
  | { readonly kind: 'for'; readonly count: number | string; readonly at: SourceLocation }
  /** Name of a variable of the context that holds a list. */
  | { readonly kind: 'forEach'; readonly items: string; readonly at: SourceLocation }
  /**
   * Continues while the last output that fulfilled the loop control contract said “continue”; has at least one pass.
   */
  | { readonly kind: 'control'; readonly loopId: string; readonly at: SourceLocation };

export type LoopBody =
  | { readonly kind: 'inline'; readonly steps: readonly GuideStep[] }
  /** Id of a step of the guide, which then runs only in this loop. */
  | { readonly kind: 'reference'; readonly step: string; readonly at: SourceLocation };

/** Steps that may be done in any order, or by several agents at once; a synthesis joins their outputs. */
export interface ParallelStep extends StepHead {
  readonly kind: 'parallel';
  /** Named `<id>.1`, `<id>.2` … */
  readonly branches: readonly PromptStep[];
  /** Named `<id>.synthesis`. */
  readonly synthesis: PromptStep | null;
}

/**
 * As written, in the form of the format. All operators must hold. `var` without an operator tests for a value that is
 * not absent, empty, zero or false.
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
  /** A regular expression that runs in linear time, ignoring case. */
  readonly matches?: string;
  readonly and?: readonly Condition[];
  readonly or?: readonly Condition[];
  readonly not?: Condition;
}

export interface WrittenCondition {
  readonly condition: Condition;
  readonly at: SourceLocation;
}

/** Whether a person must confirm the step before the next one starts. */
export type Confirmation =
  | { readonly kind: 'never' }
  | { readonly kind: 'always' }
  | { readonly kind: 'when'; readonly condition: Condition; readonly at: SourceLocation };

/** As written: one rule, a list of rules that must all hold, or a composition. */
export type Criteria = Rule | readonly Rule[];

export type Rule = ValidationRule | ValidationComposition;

export type ValidationRule =
  | (RuleHead & { readonly type: 'contains'; readonly value: string })
  | (RuleHead & { readonly type: 'regex'; readonly pattern: string; readonly flags?: string })
  | (RuleHead & { readonly type: 'length'; readonly min?: number; readonly max?: number })
  | (RuleHead & { readonly type: 'schema'; readonly schema: { readonly [key: string]: Json } });

interface RuleHead {
  readonly message: string;
  /** If it does not hold, the rule is ignored. */
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

/** A named contract for outputs, known to the guide and its author. */
export interface OutputContract {
  readonly contractRef: 'wr.contracts.loop_control';
  /** Id of the loop that the decision applies to; empty means the loop around the step. */
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

/** If a dimension has this level the step is not done, and its guidance says what to do. */
export interface AssessmentConsequence {
  readonly anyEqualsLevel: string;
  /** Null: any assessment of the step. */
  readonly forAssessment: string | null;
  readonly guidance: string;
}
