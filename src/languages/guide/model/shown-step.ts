/** An open step as its agent sees it: the input of its work item, and the result of `workflow_next`. */
import type { Json } from '../../../expression/index.ts';
import type { GuideContext } from './guide-context.ts';
import type { Assessment, AssessmentConsequence, Condition, Criteria, OutputContract } from './schema.ts';

export interface ShownStep {
  /** The complete text: role, guidance, prompt, loop context. Equals `guidance.prompt`. */
  readonly message: string;
  readonly step: StepView;
  readonly guidance: StepGuidance;
  /** The loops around the step, the outermost first. */
  readonly loops: readonly LoopView[];
  /** Names that the texts use and the context lacks; the texts show `[unset: name]`. */
  readonly unset: readonly string[];
  /** The remark of a person who did not agree with the output. */
  readonly remark?: string;
  /** The loop variables that the rules of the step read; answers cannot set them. */
  readonly facts: GuideContext;
}

/** The step as its author wrote it, with variables filled in. */
export interface StepView {
  readonly id: string;
  readonly title: string;
  readonly prompt: string;
  readonly agentRole?: string;
  readonly guidance?: readonly string[];
  readonly askForFiles: boolean;
  /** Whether a person must confirm the step, alone or with its checks. */
  readonly requireConfirmation: boolean;
  readonly runCondition?: Condition;
}

export interface StepGuidance {
  readonly prompt: string;
  readonly modelHint?: string;
  /** Whether a person must confirm before the next step starts. */
  readonly requiresConfirmation: boolean;
  /** What the output must be: the messages of the rules that apply now. */
  readonly validationCriteria: readonly string[];
}

export interface LoopView {
  readonly id: string;
  /** From 1. */
  readonly iteration: number;
  /** Only for a loop over a list or a number of passes. */
  readonly total?: number;
  /** Items or passes beyond the loop's maximum, which are left out. */
  readonly leftOut?: number;
  /** From 0. */
  readonly index?: number;
  readonly item?: Json;
}

/** What is stored with the work item of a step, independent of the context. */
export interface StepItem {
  readonly language: 'guide';
  /** `confirmation`: a person is asked whether the step is done correctly. */
  readonly kind: 'step' | 'confirmation';
  /** Id of the step. */
  readonly step: string;
  readonly title: string;
  readonly criteria: Criteria | null;
  readonly contract: OutputContract | null;
  readonly assessments: readonly Assessment[];
  readonly consequences: readonly AssessmentConsequence[];
}
