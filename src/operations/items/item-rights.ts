/**
 * Whether somebody may answer a work item, and whether they may see it [W2.3]. A role is had or not: nothing about it
 * is guessed from how it is spelled, and the right to administer gives no right to answer.
 */
import type { WorkItem } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { withMakers } from '../keys/with-makers.ts';
import { askersOfRun } from '../runs/askers-of-run.ts';
import { type AskedItem, type ItemWho, whoOf } from './item-who.ts';

/** What stands in the way: a scope is missing, others are named, another kind of principal is asked for, or four eyes. */
export type Barrier = 'scope' | 'name' | 'kind' | 'four-eyes';

export type OfferedItem = AskedItem & Pick<WorkItem, 'run'>;

/** Of one principal. For one page or one order: what it has learnt of runs is not looked up again. */
export interface ItemRights {
  readonly principal: Principal;
  /** Null where they may answer it. @param as a form that a client shows is answered by a person, whoever calls */
  barrierTo(item: OfferedItem, as?: Principal['kind']): Promise<Barrier | null>;
  /** Whoever may answer it sees it, and so does whoever administers. */
  maySee(item: OfferedItem): Promise<boolean>;
  /** Whether that subject asked for what the run does; with a key or the other way round is the same. */
  hasAsked(run: string, subject: string): Promise<boolean>;
}

export function createItemRights({ store }: Services, principal: Principal): ItemRights {
  const { tenant, scopes, subject, kind: own } = principal;
  const askersOf = remember(async (run) => {
    const record = await store.runs.find(tenant, run);
    return record === undefined ? new Set() : withMakers(store, tenant, await askersOfRun(store, record));
  });
  const facesOf = remember((face) => withMakers(store, tenant, [face]));
  const hasAsked = async (run: string, asker: string): Promise<boolean> => {
    const askers = await askersOf(run);
    return [...(await facesOf(asker))].some((face) => askers.has(face));
  };
  const barrierTo = async (item: OfferedItem, as: Principal['kind'] = own): Promise<Barrier | null> => {
    const who = whoOf(item);
    const barrier = plainBarrier({ ...principal, kind: as }, who);
    if (barrier !== null || who?.fourEyes !== true) return barrier;
    return (await hasAsked(item.run, subject)) ? 'four-eyes' : null;
  };
  return {
    principal,
    barrierTo,
    hasAsked,
    maySee: async (item) => scopes.has('admin') || (await barrierTo(item)) === null,
  };
}

type Find = (key: string) => Promise<ReadonlySet<string>>;

function remember(find: Find): Find {
  const known = new Map<string, ReturnType<Find>>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}

/** All but four eyes, for which the run has to be known. */
function plainBarrier({ subject, roles, kind, scopes }: Principal, who: ItemWho | null): Barrier | null {
  if (!scopes.has('workitems:manage')) return 'scope';
  if (who === null) return null;
  if (who.scope !== null && !scopes.has(who.scope)) return 'scope';
  const isForSome = who.roles.length > 0 || who.subjects.length > 0;
  if (isForSome && !who.subjects.includes(subject) && !who.roles.some((role) => roles.includes(role))) {
    return 'name';
  }
  return who.kind === null || who.kind === kind ? null : 'kind';
}
