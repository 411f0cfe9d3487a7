/** Sessions of adapters that are saved in the definitions of an engine. */
import type { Handler } from '../../src/testing/index.ts';
import { ann } from '../operations/operations-harness.ts';
import { type AdapterDocument, filesOf, flowOf } from './adapter-document.ts';
import type { FlowDocument } from './flow-document.ts';
import { type Answer, openQuestionSessions, type QuestionSessions } from './question-sessions.ts';

export const openAdapterSessions = (
  adapters: readonly AdapterDocument[],
  own: Readonly<Record<string, Handler>> = {},
): Promise<QuestionSessions> => openQuestionSessions([], own, filesOf(adapters));

export interface Generated {
  readonly workflow_id: string;
  readonly document: string;
  /** In the order of their questions. */
  readonly adapters: readonly string[];
  readonly states: number;
  readonly missing: readonly {
    readonly adapter: string;
    readonly capability: string;
    readonly version: string;
    readonly provided_by: readonly string[];
  }[];
}

export const generate = async (
  { harness }: QuestionSessions,
  adapters: readonly string[],
): Promise<Generated> =>
  (await harness.call(ann, 'questions.generate', { adapters })) as unknown as Generated;

export const namesOf = (adapters: readonly AdapterDocument[]): readonly string[] =>
  adapters.map(({ adapter }) => adapter);

/** The flow that is expected of these adapters, in the order of the product. */
export async function flowOfAdapters(
  sessions: QuestionSessions,
  adapters: readonly AdapterDocument[],
): Promise<FlowDocument> {
  const { workflow_id: id, adapters: order } = await generate(sessions, namesOf(adapters));
  return flowOf(id, inOrder(adapters, order));
}

const inOrder = (
  adapters: readonly AdapterDocument[],
  names: readonly string[],
): readonly AdapterDocument[] => names.flatMap((name) => adapters.filter(({ adapter }) => adapter === name));

/** The same sessions, begun with adapters in place of a flow. */
export const startingWith = (sessions: QuestionSessions, adapters: readonly string[]): QuestionSessions => ({
  ...sessions,
  start: async (_, more = {}) =>
    (await sessions.harness.call(ann, 'questions.start', { adapters, ...more })) as unknown as Answer,
});
