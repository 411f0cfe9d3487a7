/** Orders about one work item, and what they give back. */
import { z } from 'zod';
import type {
  EngineAnswer,
  EventInput,
  RunRequest,
  SubmitEventRequest,
  WorkItem,
} from '../../runtime/index.ts';
import { requireDone } from '../contract/engine-errors.ts';
import { OperationError } from '../contract/operation-error.ts';
import { flag, listOf, namedObject, text } from '../contract/output-fields.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { runSummary, summaryOf } from '../runs/run-summary.ts';
import { getAnswerable, getRow } from './find-item.ts';
import { dividedItem, parentOf, siblingsOf } from './instances-of-item.ts';
import { itemView, viewItem } from './item-view.ts';
import { type ItemRequest, type ItemSubmitter, submitItemRequest } from './submit-item-request.ts';

export const movedItem = namedObject('MovedItem', 'A work item after something was done with it.', {
  item: itemView,
  run: runSummary,
  repeated: flag('The same key was used before: nothing was done again.'),
  parent: z.exactOptional(text('Of one of several instances: id of the item that they came from.')),
  siblings: z.exactOptional(listOf(text(), 'Of one of several instances: ids of the others.')),
});

export type MovedItem = z.infer<typeof movedItem>;

/**
 * @param submit the order; whether it fits the item as it is now is for the engine to say, so that an order under a
 * key that was used gives what it gave then
 * @param find the item; throws where the order is not for whoever gives it
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
  const engineAnswer: EngineAnswer = isAboutHolding(answer) ? { kind: 'not-held', item: after } : answer;
  const isKeyed = request.idempotencyKey !== undefined;
  const errorSubject = { item: item.id, run: item.run, by: principal.subject, isKeyed };
  const { run, repeated } = requireDone(engineAnswer, errorSubject);
  const view = await viewItem(services, after, rights);
  return { item: view, run: summaryOf(run), repeated, ...(await familyOf(services, after)) };
}

/** Whoever takes what stands for many has one of them. */
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

/** The engine knows open items only, and the kernel knows items by their number: the item itself tells it better. */
function isAboutHolding(answer: EngineAnswer): boolean {
  if (answer.kind === 'not-found') return true;
  if (answer.kind !== 'rejected') return false;
  return aboutHolding.has(answer.rejection.code);
}

const isPaused = (answer: EngineAnswer): boolean =>
  answer.kind === 'rejected' && answer.rejection.code === 'paused';

const pausedItem = (item: string): OperationError =>
  new OperationError({
    code: 'work_item_paused',
    message: `The work item “${item}” is suspended: resume it first.`,
    suggestedAction: 'Resume it with “items.resume”.',
    context: { item },
  });

/** A run that has ended has no open items: what became of this one is what whoever sends it again wants to know. */
const aboutHolding: ReadonlySet<string> = new Set([
  'unknown-instance',
  'held-by-other',
  'run-ended',
  'wrong-phase',
]);

/** Tells the item's run what happened to it. */
export function sendItemEvent(
  { engine }: Services,
  head: RunRequest,
  { run }: WorkItem,
  eventInput: EventInput,
  more: Pick<SubmitEventRequest, 'lease' | 'sparesHolder' | 'sibling'> = {},
): Promise<EngineAnswer> {
  return engine.submitEvent({ ...head, run, eventInput, ...more });
}

/** What somebody else holds is theirs to end or to hand on, unless whoever asks administers. */
export const sparesHolderUnlessAdmin = ({ scopes }: Principal): Pick<SubmitEventRequest, 'sparesHolder'> => ({
  sparesHolder: !scopes.has('admin'),
});
