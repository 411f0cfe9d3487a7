/** An open step as whoever does it sees it: the input of its work item, and the answer of `workflow_next`. */
import type { Json } from '../../expression/index.ts';
import type { GuideContext } from './guide-context.ts';
import type { Assessment, AssessmentConsequence, Condition, Criteria, OutputContract } from './schema.ts';

export interface ShownStep {
  /** All that is to be read: role, guidance, prompt, where it stands in its loops. The same as `guidance.prompt`. */
  readonly message: string;
  readonly step: StepView;
  readonly guidance: StepGuidance;
  /** The loops around it, the outermost first. */
  readonly loops: readonly LoopView[];
  /** Names that its texts ask for and the context does not have; there they read `[unset: name]`. */
  readonly unset: readonly string[];
  /** What a person said who did not agree with what was done before. */
  readonly remark?: string;
  /** The variables of the loops around it that its rules look at: nobody sets them with an answer. */
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
  /** Whether a person has to agree, to what was done or to it and its checks. */
  readonly requireConfirmation: boolean;
  readonly runCondition?: Condition;
}

export interface StepGuidance {
  readonly prompt: string;
  readonly modelHint?: string;
  /** Whether a person has to agree before anything else is done. */
  readonly requiresConfirmation: boolean;
  /** What the output has to be, in words: the messages of the rules that apply now. */
  readonly validationCriteria: readonly string[];
}

export interface LoopView {
  readonly id: string;
  /** From 1. */
  readonly iteration: number;
  /** Of a loop over a list, or a number of times. */
  readonly total?: number;
  /** Of a list or a number that has more than the loop may have passes: what is left out. */
  readonly leftOut?: number;
  /** From 0. */
  readonly index?: number;
  readonly item?: Json;
}

/** What is stored with the work item of a step, whatever the context. */
export interface StepItem {
  readonly language: 'guide';
  /** `confirmation`: a person is asked whether the step is done as it should be. */
  readonly kind: 'step' | 'confirmation';
  /** Id of the step. */
  readonly step: string;
  readonly title: string;
  readonly criteria: Criteria | null;
  readonly contract: OutputContract | null;
  readonly assessments: readonly Assessment[];
  readonly consequences: readonly AssessmentConsequence[];
}
