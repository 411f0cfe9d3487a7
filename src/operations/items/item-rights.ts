/**
 * Whether somebody may answer a work item, and whether they may see it [W2.3, Y6.1, Y6.2]. A role is had or not: nothing
 * about it is guessed from how it is spelled, and the right to administer gives no right to answer.
 */
import type { WorkItem } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { withKeyCreators } from '../keys/with-key-creators.ts';
import { performersOfRun } from '../runs/performers-of-run.ts';
import { requestersOfRun } from '../runs/requesters-of-run.ts';
import { type Eligibility, eligibilityOf, isAmong, type OfferedItem } from './item-eligibility.ts';
import { hasPrivileges, isPrivileged, type Privilege } from './item-privileges.ts';
import type { ItemWho } from './item-who.ts';

/**
 * What stands in the way: a scope is missing, others are named, another kind of principal is asked for, four eyes, or
 * what they did before in the same run.
 */
export type Barrier = 'scope' | 'name' | 'kind' | 'four-eyes' | 'apart';

/** Of one principal. For one page or one order: what it has learnt of runs is not looked up again. */
export interface ItemRights {
  readonly principal: Principal;
  /** For whom it is in its run; null where anybody may answer it. */
  whoOf(item: OfferedItem): Promise<ItemWho | null>;
  /** Null where they may answer it. @param as a form that a client shows is answered by a person, whoever calls */
  barrierTo(item: OfferedItem, as?: Principal['kind']): Promise<Barrier | null>;
  /**
   * Null where they may do with it what a task lets only some of those do who may answer [Y6.2], or whoever administers.
   * Where a workflow knows no privileges, whoever may answer may.
   */
  barrierToAction(item: WorkItem, privilege: Privilege): Promise<Barrier | 'privilege' | null>;
  /** Null unless somebody else has to do it, since they asked for it or did what it is kept apart from. */
  involvementIn(item: OfferedItem): Promise<'four-eyes' | 'apart' | null>;
  /** Whoever may answer it sees it, and so does whoever administers. */
  maySee(item: OfferedItem): Promise<boolean>;
  /** The events of its run that all of this rests on; nothing where it does not depend on any. */
  asOf(item: OfferedItem): Promise<{ readonly asOf?: number }>;
  /** Whether it is known not to be for a subject. Who has which role is known of whoever asks, and of nobody else. */
  isForOthers(item: OfferedItem, subject: string): Promise<boolean>;
}

export function createItemRights({ store }: Services, principal: Principal): ItemRights {
  const { tenant, scopes, subject, kind: own } = principal;
  const requestersOf = memoize(async (run: string) => {
    const record = await store.runs.find(tenant, run);
    return record === undefined
      ? new Set<string>()
      : withKeyCreators(store, tenant, await requestersOfRun(store, record));
  });
  const performersOf = memoize(async (run: string) =>
    performersOfRun(store, (await store.runs.find(tenant, run)) ?? { tenant, id: run, seq: 0 }),
  );
  const isOneOf = (name: string, others: ReadonlySet<string>) => isAmong(store, tenant, name, others);
  const eligibilities = memoize((item: OfferedItem) => eligibilityOf(store, tenant, item, performersOf));
  const isRequester = async (run: string, requester: string) => isOneOf(requester, await requestersOf(run));
  const involvementIn = async (item: OfferedItem) => {
    const eligibility = await eligibilities(item);
    if (eligibility?.who.fourEyes === true && (await isRequester(item.run, subject))) return 'four-eyes';
    return eligibility !== null && (await isOneOf(subject, eligibility.apart)) ? 'apart' : null;
  };
  const barrierTo = async (item: OfferedItem, as: Principal['kind'] = own): Promise<Barrier | null> => {
    if (!scopes.has('workitems:manage')) return 'scope';
    const eligibility = await eligibilities(item);
    if (eligibility === null) return null;
    const { familiar } = eligibility;
    const barrier = staticBarrier({ ...principal, kind: as }, item.holder, eligibility);
    if (barrier !== null) return barrier;
    if (familiar !== null && !(await isOneOf(subject, familiar))) return 'name';
    return involvementIn(item);
  };
  const barrierToAction = async (item: WorkItem, privilege: Privilege) => {
    // That somebody else has to do it holds for whoever administers, too.
    if (hasPrivileges(item) && scopes.has('admin')) return privilege === 'skip' ? involvementIn(item) : null;
    return (await barrierTo(item)) ?? (isPrivileged(principal, item, privilege) ? null : 'privilege');
  };
  return {
    principal,
    whoOf: async (item) => (await eligibilities(item))?.who ?? null,
    barrierTo,
    barrierToAction,
    involvementIn,
    maySee: async (item) => scopes.has('admin') || (await barrierTo(item)) === null,
    async asOf(item) {
      const seq = (await eligibilities(item))?.seq ?? null;
      return seq === null ? {} : { asOf: seq };
    },
    async isForOthers(item, other) {
      const eligibility = await eligibilities(item);
      if (eligibility === null) return false;
      const { who, familiar, apart } = eligibility;
      if (await isOneOf(other, apart)) return true;
      if (who.fourEyes && (await isRequester(item.run, other))) return true;
      if (familiar !== null) return !(await isOneOf(other, familiar));
      return who.subjects.length > 0 && who.roles.length === 0 && !who.subjects.includes(other);
    },
  };
}

function memoize<Key, Found>(find: (key: Key) => Promise<Found>): (key: Key) => Promise<Found> {
  const known = new Map<Key, Promise<Found>>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}

/** What needs no look at the run. Whoever was given an item need not be the one whom the system chose. */
function staticBarrier(
  { subject, roles, kind, scopes }: Principal,
  holder: string,
  { who, familiar }: Eligibility,
): Barrier | null {
  if (who.scope !== null && !scopes.has(who.scope)) return 'scope';
  const isHolder = holder === subject;
  if (who.unoffered === true && !isHolder) return 'name';
  const isForSome = familiar === null && (who.roles.length > 0 || who.subjects.length > 0);
  if (isForSome && !who.subjects.includes(subject) && !who.roles.some((role) => roles.includes(role))) {
    return 'name';
  }
  if (who.chosen !== undefined && who.chosen !== subject && !isHolder) return 'name';
  return who.kind === null || who.kind === kind ? null : 'kind';
}
