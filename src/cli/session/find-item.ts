/** Resolves ITEM as it is typed: an id, the beginning of an id, or a run with one open item. */
import type { ItemView } from '../../operations/index.ts';
import { OperationError } from '../../operations/offline.ts';
import { findRun } from './find-run.ts';
import type { Session } from './session.ts';

/** Throws if no item or more than one matches. */
export async function findItem(session: Session, word: string): Promise<ItemView> {
  const exact = await findById(session, word);
  if (exact !== undefined) return exact;
  // Item ids start with the run: `<run>.<number>`; some languages also name them `<run>:<task>`, or with numbers between.
  const [, named = '', rest = ''] = /^(.+?)(\.[^.:]+|(?:\.\d+)*:[^:]+)$/.exec(word) ?? [];
  if (rest !== '') {
    const run = await findRun(session, named);
    const item = await findById(session, `${run}${rest}`);
    if (item !== undefined) return item;
    throw itemNotFound(`Work item “${word}” does not exist.`);
  }
  const run = await findRun(session, word);
  const { items: open } = await session.call('items.list', { run, limit: 10 });
  // A copy moves only after it is approved, so the approval comes before its other items.
  const approvals = open.filter(({ reason }) => reason === 'approval');
  const items = approvals.length === 0 ? open : approvals;
  const [only, ...others] = items;
  if (only === undefined) throw itemNotFound(`Run “${run}” has no open work item.`);
  if (others.length === 0) return only;
  throw new OperationError({
    code: 'ambiguous_item',
    message: `Run “${run}” has several open work items.`,
    suggestedAction: `Name one: ${items.map(({ item, task }) => (task === '' ? item : `${item} (${task})`)).join(', ')}.`,
  });
}

async function findById(session: Session, item: string): Promise<ItemView | undefined> {
  try {
    return await session.call('items.get', { item });
  } catch (error) {
    if (error instanceof OperationError && error.details.category === 'not_found') return undefined;
    throw error;
  }
}

function itemNotFound(message: string): OperationError {
  return new OperationError({
    code: 'work_item_not_found',
    message,
    suggestedAction: 'List the open work items with “signalbox items”.',
  });
}
