/**
 * Decides whether a principal may answer a work item, and whether it may see it [W2.3, Y6.1, Y6.2]. Roles match
 * exactly. The right to administer does not include the right to answer.
 */
import { itemId, type WorkItem } from '../../../runtime/index.ts';
import type { Principal } from '../../contract/principal.ts';
import type { Services } from '../../contract/services.ts';
import { performersOfRun } from '../../journal/performers-of-run.ts';
import { requestersOfRun } from '../../journal/requesters-of-run.ts';
import { withKeyCreators } from '../../keys/with-key-creators.ts';
import { type Eligibility, eligibilityOf, isAmong, type OfferedItem } from './item-eligibility.ts';
import { hasPrivileges, isPrivileged, type Privilege } from './item-privileges.ts';
import type { ItemWho } from './item-who.ts';

/**
 * Why a principal may not: a scope is missing, others are named, another kind of principal is required, four eyes,
 * what it did earlier in the same run, or its user declined.
 */
export type Barrier = 'scope' | 'name' | 'kind' | 'four-eyes' | 'apart' | 'declined';

/** Rights of one principal, for one page or one request: facts about runs are looked up once. */
export interface ItemRights {
  readonly principal: Principal;
  /** For whom it is in its run; null if anyone may answer it. */
  whoOf(item: OfferedItem): Promise<ItemWho | null>;
  /** Null if the principal may answer it. @param as checks this kind instead of the caller's */
  barrierTo(item: OfferedItem, as?: Principal['kind']): Promise<Barrier | null>;
  /**
   * Null if the principal may use a privilege that the task grants to some of those who may answer [Y6.2], or is an
   * administrator. If the workflow declares no privileges, the right to answer is enough.
   */
  barrierToAction(item: WorkItem, privilege: Privilege): Promise<Barrier | 'privilege' | null>;
  /**
   * Null unless someone else must decide: the principal requested it, did a task that it is separated from, or its user
   * declined. Applies to administrators, too.
   */
  involvementIn(item: OfferedItem): Promise<Barrier | null>;
  /** Principals that may answer it and administrators can see it. */
  maySee(item: OfferedItem): Promise<boolean>;
  /** The events of its run that the decision depends on; nothing if it depends on none. */
  asOf(item: OfferedItem): Promise<{ readonly asOf?: number }>;
  /** Whether it is known not to be for a subject. Roles are known only of the caller. */
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
  const separationIn = async (item: OfferedItem) => {
    const eligibility = await eligibilities(item);
    if (eligibility?.who.fourEyes === true && (await isRequester(item.run, subject))) return 'four-eyes';
    return eligibility !== null && (await isOneOf(subject, eligibility.apart)) ? 'apart' : null;
  };
  const declinedBarrier = async (item: OfferedItem, as: Principal['kind']): Promise<Barrier | null> => {
    if (as === 'person') return null;
    const { declinedBy = [] } =
      item.declinedBy === undefined
        ? ((await store.items.find(tenant, itemId(item.run, item.instance))) ?? {})
        : item;
    return declinedBy.includes(subject) ? 'declined' : null;
  };
  const involvementIn = async (item: OfferedItem, as = own): Promise<Barrier | null> =>
    (await separationIn(item)) ?? declinedBarrier(item, as);
  const barrierTo = async (item: OfferedItem, as: Principal['kind'] = own): Promise<Barrier | null> => {
    if (!scopes.has('workitems:manage')) return 'scope';
    const eligibility = await eligibilities(item);
    if (eligibility === null) return declinedBarrier(item, as);
    const { familiar } = eligibility;
    const barrier = staticBarrier({ ...principal, kind: as }, item.holder, eligibility);
    if (barrier !== null) return barrier;
    if (familiar !== null && !(await isOneOf(subject, familiar))) return 'name';
    return involvementIn(item, as);
  };
  const barrierToAction = async (item: WorkItem, privilege: Privilege) => {
    // Separation of duties also applies to administrators.
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

/** The part that needs no look at the run. A delegate need not be the subject that the system chose. */
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
