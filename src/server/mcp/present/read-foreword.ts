/** What to do about what a guide says before its first step. */
import type { RunView } from '../../../operations/index.ts';

type Foreword = NonNullable<NonNullable<RunView['guide']>['foreword']>;

export function readForeword({ preconditions, clarificationPrompts, metaGuidance }: Foreword): string {
  const instructions = [
    ...(preconditions.length === 0 ? [] : ['see to the preconditions']),
    ...(clarificationPrompts.length === 0 ? [] : ['ask the user the clarificationPrompts']),
    ...(metaGuidance.length === 0 ? [] : ['keep to metaGuidance in every step']),
  ];
  return `Read “foreword” first: ${instructions.join('; ')}.`;
}
