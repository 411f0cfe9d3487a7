/** Validates the answer to a work item of any language, and explains why a run refuses it. */
import type { Json } from '../../kernel/index.ts';
import type { AnsweredItem, GivenAnswer } from '../../languages/index.ts';
import type { EngineAnswer, WorkItem } from '../../runtime/index.ts';
import { runNotFound } from '../contract/engine-errors.ts';
import { refusedByLanguage } from '../contract/operation-error.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import type { Services } from '../contract/services.ts';
import { workFacetOf } from '../language-lists/languages.ts';
import { variablesOfRun } from '../runs/read-model/variables-of-run.ts';
import { fitAnswer } from './fit-answer.ts';

/** Returns it as the run receives it. Throws if it is not valid. */
export async function fitGiven(services: Services, item: WorkItem, given: GivenAnswer): Promise<Json> {
  const facet = workFacetOf(item);
  if (facet.fitAnswer === undefined) return fitAnswer(item, given);
  const fitted = await facet.fitAnswer(await answeredItem(services, item), given, (each) =>
    fitAnswer(item, each),
  );
  if (fitted.kind === 'refused') throw refusedByLanguage(fitted.report);
  // A language from outside may forget it.
  return fitted.value ?? null;
}

/** Throws if the language of the item knows why the run refused the answer. @param value as the run received it */
export async function explainRefusedAnswer(
  services: Services,
  item: WorkItem,
  answer: EngineAnswer,
  value: Json,
): Promise<void> {
  if (answer.kind !== 'rejected' || answer.rejection.code !== 'expression') return;
  const { message } = answer.rejection;
  const facet = workFacetOf(item);
  if (facet.explainRejection === undefined) return;
  const report = await facet.explainRejection(await answeredItem(services, item), value, message);
  if (report !== null) throw refusedByLanguage(report);
}

async function answeredItem(services: Services, item: WorkItem): Promise<AnsweredItem> {
  const { engine, store } = services;
  const { id, tenant, run, state } = item;
  const payloads = cachedPayloads(store);
  const open = async () => {
    const opened = await engine.open(tenant, run);
    if (opened === undefined) throw runNotFound(run);
    return opened;
  };
  return {
    id,
    item: item.item,
    isOpen: state === 'offered' || state === 'held',
    input: await payloads.resolvePayload(tenant, item.input),
    program: async () => (await open()).program,
    variables: async (names) => variablesOfRun(await open(), payloads, names),
  };
}
