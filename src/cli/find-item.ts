/** ITEM as it is typed: an id, the beginning of one, or a run that asks one thing. */
import type { ItemView } from '../operations/index.ts';
import { OperationError } from '../operations/offline.ts';
import { findRun } from './find-run.ts';
import type { Session } from './session.ts';

/** Throws where there is none, or more than one. */
export async function findItem(session: Session, word: string): Promise<ItemView> {
  const exact = await findById(session, word);
  if (exact !== undefined) return exact;
  // An item is called after its run: `<run>.<number>`; one of a YAWL task also `<run>:<task>`, or with numbers between.
  const [, named = '', rest = ''] = /^(.+?)(\.[^.:]+|(?:\.\d+)*:[^:]+)$/.exec(word) ?? [];
  if (rest !== '') {
    const run = await findRun(session, named);
    const item = await findById(session, `${run}${rest}`);
    if (item !== undefined) return item;
    throw itemNotFound(`There is no work item “${word}”.`);
  }
  const run = await findRun(session, word);
  const { items: open } = await session.call('items.list', { run, limit: 10 });
  // A copy moves only when it was approved, whatever else of it is answered: that is asked first.
  const approvals = open.filter(({ reason }) => reason === 'approval');
  const items = approvals.length === 0 ? open : approvals;
  const [only, ...others] = items;
  if (only === undefined) throw itemNotFound(`The run “${run}” asks nobody anything.`);
  if (others.length === 0) return only;
  throw new OperationError({
    code: 'ambiguous_item',
    message: `The run “${run}” asks several things.`,
    suggestedAction: `Say which: ${items.map(({ item, task }) => (task === '' ? item : `${item} (${task})`)).join(', ')}.`,
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
    suggestedAction: 'List what is asked with “signalbox items”.',
  });
}
