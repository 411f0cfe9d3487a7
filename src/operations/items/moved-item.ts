/** Performs requests on one work item and returns the item. */

import { z } from 'zod';
import { phrase } from '../../languages/index.ts';
import { flag, listOf, namedObject, text } from '../../languages/output-fields.ts';
import type {
  EngineAnswer,
  EventInput,
  RunRequest,
  SubmitEventRequest,
  WorkItem,
} from '../../runtime/index.ts';
import { requireDone } from '../contract/engine-errors.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { runSummary, summaryOf } from '../runs/read-model/run-summary.ts';
import { getAnswerable, getRow } from './find-item.ts';
import { dividedItem, parentOf, siblingsOf } from './read-model/instances-of-item.ts';
import { itemView, viewItem } from './read-model/item-view.ts';
import { type ItemRequest, type ItemSubmitter, submitItemRequest } from './submit-item-request.ts';

export const movedItem = namedObject('MovedItem', 'A work item after a request.', {
  item: itemView,
  run: runSummary,
  repeated: flag('The same key was used before: nothing was done again.'),
  parent: z.exactOptional(text('For one of several instances: id of the item that they came from.')),
  siblings: z.exactOptional(listOf(text(), 'For one of several instances: ids of the others.')),
});

export type MovedItem = z.infer<typeof movedItem>;

/**
 * @param submit the request. The engine decides whether it fits the item as it is now, so that a request under a used
 * key returns what it returned then.
 * @param find the item; throws if the caller may not make the request
 */
export async function moveItem(
  services: Services,
  principal: Principal,
  operation: string,
  request: ItemRequest,
  submit: ItemSubmitter,
  find: typeof getAnswerable = getAnswerable,
): Promise<MovedItem> {
  const { item, rights, answer } = await submitItemRequest(services, principal, {
    operation,
    request,
    submit,
    find,
  });
  const after =
    (await itemOfAnswer(services, principal, answer)) ?? (await getRow(services, rights, item.id));
  if (isAboutHolding(answer) && after.ending === 'divided') throw await dividedItem(services, after);
  if (isPaused(answer) && after.paused) throw pausedItem(item.id);
  if (isAboutHolding(answer) && isOpenDoubt(after) && answer.kind === 'rejected')
    throw cannotRetry(item.id, answer.rejection.message);
  const engineAnswer: EngineAnswer = isAboutHolding(answer) ? { kind: 'not-held', item: after } : answer;
  const isKeyed = request.idempotencyKey !== undefined;
  const errorSubject = { item: item.id, run: item.run, by: principal.subject, isKeyed };
  const { run, repeated } = requireDone(engineAnswer, errorSubject);
  if (repeated) services.onRepeated?.();
  const view = await viewItem(services, after, rights);
  return { item: view, run: summaryOf(run), repeated, ...(await familyOf(services, after)) };
}

/** Taking an item of several instances yields one of them. */
const itemOfAnswer = async (
  { store }: Services,
  { tenant }: Principal,
  answer: EngineAnswer,
): Promise<WorkItem | undefined> =>
  answer.kind === 'done' ? store.items.find(tenant, answer.outcome) : undefined;

async function familyOf(services: Services, item: WorkItem): Promise<Pick<MovedItem, 'parent' | 'siblings'>> {
  if (item.group === 0) return {};
  const parent = await parentOf(services, item);
  const siblings = (await siblingsOf(services, item)).map(({ id }) => id);
  return { ...(parent === undefined ? {} : { parent: parent.id }), siblings };
}

/** The engine knows only open items, and the kernel knows items by number. The item row explains the refusal better. */
function isAboutHolding(answer: EngineAnswer): boolean {
  if (answer.kind === 'not-found') return true;
  if (answer.kind !== 'rejected') return false;
  return aboutHolding.has(answer.rejection.code);
}

const isOpenDoubt = ({ reason, state }: WorkItem): boolean =>
  reason === 'doubt' && (state === 'offered' || state === 'held');

const cannotRetry = (item: string, message: string): OperationError =>
  new OperationError({
    code: 'verdict_required',
    message: `The work item “${item}” cannot be answered with this. ${message}`,
    suggestedAction: 'Answer it with the verdict “succeeded” or “failed”.',
    context: { item },
  });

const isPaused = (answer: EngineAnswer): boolean =>
  answer.kind === 'rejected' && answer.rejection.code === 'paused';

const pausedItem = (item: string): OperationError =>
  new OperationError({
    code: 'work_item_paused',
    message: `The work item “${item}” is suspended.`,
    suggestedAction: phrase`Resume it first with ${{ operation: 'items.resume' }}.`,
    context: { item },
  });

/** A run that has ended has no open items. A caller that repeats a request needs the outcome of this item. */
const aboutHolding: ReadonlySet<string> = new Set([
  'unknown-instance',
  'held-by-other',
  'run-ended',
  'wrong-phase',
]);

/** Sends an event about the item to its run. */
export function sendItemEvent(
  { engine }: Services,
  head: RunRequest,
  { run }: WorkItem,
  eventInput: EventInput,
  more: Pick<SubmitEventRequest, 'lease' | 'sparesHolder' | 'sibling'> = {},
): Promise<EngineAnswer> {
  return engine.submitEvent({ ...head, run, eventInput, ...more });
}

/** Only the holder can end or delegate a held item, unless the caller is an administrator. */
export const sparesHolderUnlessAdmin = ({ scopes }: Principal): Pick<SubmitEventRequest, 'sparesHolder'> => ({
  sparesHolder: !scopes.has('admin'),
});
