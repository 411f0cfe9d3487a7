/** Texts about a whole guide. */
import type { Workflow } from '../../workflow.ts';
import type { Guide } from '../model/schema.ts';
import type { TruncatedLoop } from './guide-trace.ts';

/** Null if it could not be read. */
export const guideOf = ({ content }: Pick<Workflow, 'content'>): Guide | null =>
  // Written by the reader of this language.
  (content as Guide | undefined) ?? null;

/** Read before the first step. */
export type Foreword = Pick<Guide, 'preconditions' | 'clarificationPrompts' | 'metaGuidance'>;

/** Empty if the author wrote nothing. */
export function forewordOf({ preconditions, clarificationPrompts, metaGuidance }: Guide): {
  readonly foreword?: Foreword;
} {
  const introduction = { preconditions, clarificationPrompts, metaGuidance };
  return Object.values(introduction).every((list) => list.length === 0) ? {} : { foreword: introduction };
}

/** What an agent does with the foreword. */
export function readForeword({ preconditions, clarificationPrompts, metaGuidance }: Foreword): string {
  const instructions = [
    ...(preconditions.length === 0 ? [] : ['meet the preconditions']),
    ...(clarificationPrompts.length === 0 ? [] : ['ask the user the clarificationPrompts']),
    ...(metaGuidance.length === 0 ? [] : ['follow metaGuidance in every step']),
  ];
  return `Read “foreword” first: ${instructions.join('; ')}.`;
}

/** A loop that reached its maximum number of passes. */
export function describeCutLoop({ title, passes, left }: TruncatedLoop): string {
  const ended = `The loop “${title}” ended after ${passes === 1 ? 'one pass' : `${passes} passes`}, its maximum`;
  return left === null
    ? `${ended}, before its condition ended it.`
    : `${ended}. ${left === 1 ? 'One was' : `${left} were`} left out.`;
}
