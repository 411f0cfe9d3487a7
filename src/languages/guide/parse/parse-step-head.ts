/** Parses the keys that steps of all kinds have. */
import type { Located, LocatedMap } from '../../document/located.ts';
import type { GuideFunction, LoopStep, WrittenCondition } from '../model/schema.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readCondition } from './parse-condition.ts';
import { readConfirmation } from './parse-confirmation.ts';
import { readFunctions } from './parse-functions.ts';
import { readStepId } from './parse-id.ts';
import { readTextWithin } from './parse-text.ts';
import { type HeadFields, maxTitleLength } from './step-shapes.ts';

/** A step of the document before it is parsed. */
export interface StepText {
  readonly map: LocatedMap;
  /** Id that is suggested and used for a step without one. */
  readonly fallbackId: string;
  readonly fallbackTitle: string;
}

export type StepHead = Pick<LoopStep, 'id' | 'title' | 'runCondition' | 'confirmation' | 'functions' | 'at'>;

export function readHead(
  context: GuideParseContext,
  fields: HeadFields,
  { map, fallbackId, fallbackTitle }: StepText,
  functionScope: GuideFunction['scope'],
): StepHead {
  const { violations } = context;
  const id = fields.value('id');
  const title = { what: 'The title of a step', maxLength: maxTitleLength, instead: fallbackTitle };
  return {
    id: readStepId(context, id) ?? fallbackId,
    title: readTextWithin(violations, fields.value('title'), title) ?? fallbackTitle,
    runCondition: readWritten(context, fields.value('runCondition')),
    confirmation: readConfirmation(context, fields.value('requireConfirmation')),
    functions: readFunctions(violations, fields.read('functionDefinitions'), functionScope),
    at: { path: map.path, span: (id ?? map.entries[0]?.value ?? map).span },
  };
}

export function readWritten(
  context: GuideParseContext,
  located: Located | undefined,
): WrittenCondition | null {
  const condition = located === undefined ? undefined : readCondition(context, located);
  if (located === undefined || condition === undefined) return null;
  return { condition, at: { path: located.path, span: located.span } };
}
