/** To whom new work items go by themselves: to whom the system chose, where it also starts the work [Y6.1]. */
import type { FindHolder, Store } from '../../runtime/index.ts';
import { doersOfRun } from '../runs/doers-of-run.ts';
import { circleOf } from './item-circle.ts';
import { isStartedAtOnce } from './item-who.ts';

export function createFindHolder(store: Store): FindHolder {
  return async (item, { record, entries }) => {
    if (!isStartedAtOnce(item)) return '';
    const circle = await circleOf(store, item.tenant, item, () => doersOfRun(store, record, entries));
    return circle?.who.chosen ?? '';
  };
}
