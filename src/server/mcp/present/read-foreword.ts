/** Says what to do with the foreword of a guide. */
import type { RunView } from '../../../operations/index.ts';

type Foreword = NonNullable<NonNullable<RunView['guide']>['foreword']>;

export function readForeword({ preconditions, clarificationPrompts, metaGuidance }: Foreword): string {
  const instructions = [
    ...(preconditions.length === 0 ? [] : ['meet the preconditions']),
    ...(clarificationPrompts.length === 0 ? [] : ['ask the user the clarificationPrompts']),
    ...(metaGuidance.length === 0 ? [] : ['follow metaGuidance in every step']),
  ];
  return `Read “foreword” first: ${instructions.join('; ')}.`;
}
