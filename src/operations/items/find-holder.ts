/**
 * Finds the holder of a new work item: the subject that the system chose, if the system also starts the work [Y6.1].
 */
import type { FindHolder, Store } from '../../runtime/index.ts';
import { performersOfRun } from '../journal/performers-of-run.ts';
import { eligibilityOf } from './read-model/item-eligibility.ts';
import { isStartedAtOnce } from './read-model/item-who.ts';

export function createFindHolder(store: Store): FindHolder {
  return async (item, { record, entries }) => {
    if (!isStartedAtOnce(item)) return '';
    const eligibility = await eligibilityOf(store, item.tenant, item, () =>
      performersOfRun(store, record, entries),
    );
    return eligibility?.who.chosen ?? '';
  };
}
