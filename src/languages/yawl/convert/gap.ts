/** Reports features that the graph language cannot express: what, where, and what to do by hand. */
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { SourceLocation } from '../model/schema.ts';

export interface Gap {
  readonly rule:
    | 'cancellation-set'
    | 'custom-form'
    | 'deferred-choice'
    | 'enablement'
    | 'graph'
    | 'left-out'
    | 'mapping'
    | 'multiple-instances'
    | 'or-join-in-loop'
    | 'predicate'
    | 'privileges'
    | 'resourcing'
    | 'timer';
  readonly message: string;
  /** An imperative sentence. */
  readonly byHand: string;
}

export interface Gaps {
  readonly reporter: Reporter;
  /** @returns a comment for the place in the new document where it is missing */
  add(at: SourceLocation, gap: Gap): string;
}

export function createGaps(reporter: Reporter): Gaps {
  return {
    reporter,
    add(at, { rule, message, byHand }) {
      report(reporter, at, {
        rule: `cannot-convert-${rule}`,
        message,
        expected: 'a feature that the graph language has',
        actual: rule,
        suggestion: { text: byHand, edits: [] },
      });
      return `by hand: ${message} ${byHand}`;
    },
  };
}
