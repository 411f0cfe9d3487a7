/** What the evaluator of guides computes: the sources of its expressions. Plain data, written by the compiler. */
import type { Json } from '../../../expression/index.ts';
import type {
  Assessment,
  Condition,
  Confirmation,
  Criteria,
  OutputContract,
  PromptFragment,
} from '../schema.ts';

export const evaluatorName = 'guide';

/** A loop around an expression, with the names under which it is seen. */
export interface LoopScope {
  readonly id: string;
  readonly over: 'list' | 'count' | 'condition';
  /** Where it goes on by what its steps decide: the name under which they decide about it. */
  readonly control: string | null;
  /** Passes at the most. */
  readonly most: number;
  readonly iterationVar: string | null;
  readonly itemVar: string | null;
  readonly indexVar: string | null;
}

export type GuideSource =
  /** What becomes of a step of a loop that is due, and how many of its completions are left then. */
  | {
      readonly do: 'way';
      readonly step: string;
      readonly condition: Condition | null;
      readonly loops: readonly LoopScope[];
      /** Whether the condition differs between passes: then completions belong to those in which it holds. */
      readonly perPass: boolean;
    }
  | { readonly do: 'went'; readonly step: string; readonly way: GateDecision['way'] }
  /** Whether one of the steps was completed more often than it was gone past. */
  | { readonly do: 'left'; readonly steps: readonly string[] }
  | { readonly do: 'is'; readonly variable: string; readonly value: Json }
  | { readonly do: 'more'; readonly variable: string }
  /** Whether a loop or a parallel step is to be entered: by its condition, or because one of these steps was completed. */
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
  /** Whether a person has to agree: whoever did the step was told so, or it says so by now. */
  | {
      readonly do: 'ask';
      readonly condition: Condition;
      readonly loops: readonly LoopScope[];
      /** What was told; null of what is done in parts. */
      readonly told: string | null;
    }
  /** Whether the step told that a person has to agree, or what stands before it did. */
  | { readonly do: 'told'; readonly before: string | null }
  /** What a step gave, put to what it gave in other passes. */
  | { readonly do: 'collect'; readonly variable: string; readonly loops: readonly LoopScope[] }
  /** What whoever did not agree said; empty where they agreed. */
  | { readonly do: 'remark' }
  | { readonly do: 'decision'; readonly before: string }
  | {
      readonly do: 'show';
      readonly step: ShowSource;
      readonly loops: readonly LoopScope[];
      /** What people said who did not agree: to the step, and to what it is a part of. */
      readonly remarks: readonly string[];
    }
  | {
      readonly do: 'showConfirmation';
      readonly step: string;
      readonly title: string;
      /** Null of what has no output of its own. */
      readonly output: string | null;
      /** How it was looked at before, and the variables with what came of that. */
      readonly checks: readonly { readonly title: string; readonly output: string }[];
      readonly loops: readonly LoopScope[];
    };

/** What the gate of a step in a loop decided last. Before the first time there is a number: the completions. */
export interface GateDecision {
  readonly way: 'given' | 'open' | 'skipped';
  readonly left: number;
}

/** What a loop goes over, by the name in the context. */
export interface LoopInput {
  readonly loop: string;
  readonly variable: string;
  readonly kind: 'list' | 'count';
  /** The loop around it whose variable that is; null where it is one of the context. */
  readonly within: string | null;
}

/** All that a step shows, with variables not yet filled in. */
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
  /** Whether checks follow, behind which somebody is asked to agree. */
  readonly isCheckedFirst: boolean;
  readonly criteria: Criteria | null;
  readonly contract: OutputContract | null;
  readonly assessments: readonly Assessment[];
  /** What functions it may use mean, in words; empty where it uses none. */
  readonly functions: string;
}
