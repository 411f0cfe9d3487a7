/** The sources of the expressions that the guide evaluator computes. Plain data, written by the compiler. */
import type { Json } from '../../../expression/index.ts';
import type {
  Assessment,
  Condition,
  Confirmation,
  Criteria,
  OutputContract,
  PromptFragment,
} from '../model/schema.ts';

export const evaluatorName = 'guide';

/** A loop around an expression, with the names of its variables. */
export interface LoopScope {
  readonly id: string;
  readonly over: 'list' | 'count' | 'condition';
  /** If the loop's steps decide whether it continues: the name under which they decide. */
  readonly control: string | null;
  /** Maximum number of passes. */
  readonly most: number;
  readonly iterationVar: string | null;
  readonly itemVar: string | null;
  readonly indexVar: string | null;
}

export type GuideSource =
  /** Which route a due step of a loop takes, and how many of its completions remain. */
  | {
      readonly do: 'way';
      readonly step: string;
      readonly condition: Condition | null;
      readonly loops: readonly LoopScope[];
      /** Whether the condition differs between passes; then completions belong to the passes in which it holds. */
      readonly perPass: boolean;
    }
  | { readonly do: 'went'; readonly step: string; readonly way: GateDecision['way'] }
  /** Whether a step was completed more often than it was passed. */
  | { readonly do: 'left'; readonly steps: readonly string[] }
  | { readonly do: 'is'; readonly variable: string; readonly value: Json }
  | { readonly do: 'more'; readonly variable: string }
  /** Whether to enter a loop or a parallel step: by its condition, or because one of these steps was completed. */
  | {
      readonly do: 'enter';
      readonly condition: Condition;
      readonly loops: readonly LoopScope[];
      readonly steps: readonly string[];
    }
  | { readonly do: 'list' | 'count'; readonly need: LoopInput; readonly loops: readonly LoopScope[] }
  /** Whether there is another pass: by the rule, or (without a total) because one of these steps was completed. */
  | {
      readonly do: 'goOn';
      readonly loop: LoopScope;
      readonly until: boolean;
      readonly condition: Condition | null;
      readonly loops: readonly LoopScope[];
      readonly most: number;
      readonly steps: readonly string[];
    }
  | { readonly do: 'holds'; readonly condition: Condition; readonly loops: readonly LoopScope[] }
  | { readonly do: 'merge' }
  | { readonly do: 'answer'; readonly field: string; readonly otherwise: Json }
  /** Whether a person must confirm: the step announced it, or its condition holds now. */
  | {
      readonly do: 'ask';
      readonly condition: Condition;
      readonly loops: readonly LoopScope[];
      /** The variable with the announcement; null for a step of several parts. */
      readonly told: string | null;
    }
  /** Whether the step, or a check before this one, announced that a person must confirm. */
  | { readonly do: 'told'; readonly before: string | null }
  /** The output of a step, added to its outputs of other passes. */
  | { readonly do: 'collect'; readonly variable: string; readonly loops: readonly LoopScope[] }
  /** The remark of the person who did not agree; empty if they agreed. */
  | { readonly do: 'remark' }
  | { readonly do: 'decision'; readonly before: string }
  | {
      readonly do: 'show';
      readonly step: ShowSource;
      readonly loops: readonly LoopScope[];
      /** Remarks of people who did not agree to the step, or to what it is a part of. */
      readonly remarks: readonly string[];
    }
  | {
      readonly do: 'showConfirmation';
      readonly step: string;
      readonly title: string;
      /** Null if the step has no output. */
      readonly output: string | null;
      /** The checks of the step, and the variables with their outputs. */
      readonly checks: readonly { readonly title: string; readonly output: string }[];
      readonly loops: readonly LoopScope[];
    };

/**
 * The last decision of the gate task of a step in a loop. Before the first one the variable holds the number of
 * completions.
 */
export interface GateDecision {
  readonly way: 'given' | 'open' | 'skipped';
  readonly left: number;
}

/** The value that a loop iterates over, by its name in the context. */
export interface LoopInput {
  readonly loop: string;
  readonly variable: string;
  readonly kind: 'list' | 'count';
  /** The enclosing loop that sets the variable; null if it is a variable of the context. */
  readonly within: string | null;
}

/** All that a step shows, before variables are filled in. */
export interface ShowSource {
  readonly id: string;
  readonly title: string;
  readonly prompt: string;
  readonly fragments: readonly PromptFragment[];
  readonly agentRole: string | null;
  readonly guidance: readonly string[];
  readonly askForFiles: boolean;
  readonly modelHint: string | null;
  readonly runCondition: Condition | null;
  readonly confirmation: Confirmation;
  /** Whether checks follow, after which a person is asked to confirm. */
  readonly isCheckedFirst: boolean;
  readonly criteria: Criteria | null;
  readonly contract: OutputContract | null;
  readonly assessments: readonly Assessment[];
  /** Descriptions of the functions that the step may use; empty if it uses none. */
  readonly functions: string;
}
