/**
 * For whom a work item is in its very run: with the names that variables gave, with whom the system chooses, and with who
 * did what before [Y6.1, Y6.2]. Found anew whenever it is asked for: it follows from the journal, so nothing is kept of it.
 */
import type { Json } from '../../kernel/index.ts';
import { itemId, type Store, type WorkItem } from '../../runtime/index.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import { withKeyCreators } from '../keys/with-key-creators.ts';
import type { PerformersByTask, TaskPerformer, TaskPerformers } from '../runs/performers-of-run.ts';
import { chooseBySeed } from './choose-by-seed.ts';
import { partOf } from './item-part.ts';
import { type AskedItem, type ItemWho, tasksElsewhere, whoOf } from './item-who.ts';

export type OfferedItem = AskedItem &
  Pick<WorkItem, 'run' | 'net' | 'instance' | 'holder'> &
  /** Looked up where it is absent and counts. */
  Partial<Pick<WorkItem, 'whom'>>;

export interface Eligibility {
  readonly who: ItemWho;
  /** Whoever completed what it depends on, with makers of keys; null where that does not count, or nobody has yet. */
  readonly familiar: ReadonlySet<string> | null;
  /** Events of the run that it rests on; null where it rests on none. */
  readonly seq: number | null;
  /** Whoever did what it must be kept apart from, with makers of keys. */
  readonly apart: ReadonlySet<string>;
}

/** Null where anybody may answer it. */
export async function eligibilityOf(
  store: Store,
  tenant: string,
  item: OfferedItem,
  performersOf: (run: string) => Promise<TaskPerformers>,
): Promise<Eligibility | null> {
  const eligibility = await offeredEligibilityOf(store, tenant, item, performersOf);
  if (eligibility === null) return null;
  const { who } = eligibility;
  const isReassigned = item.holder !== '' && (who.unoffered === true || isOther(who.chosen, item.holder));
  return isReassigned ? { ...eligibility, who: { ...who, handedTo: item.holder } } : eligibility;
}

const isOther = (chosen: string | undefined, holder: string): boolean =>
  chosen !== undefined && chosen !== holder;

/** Whoever has it. */
async function offeredEligibilityOf(
  store: Store,
  tenant: string,
  item: OfferedItem,
  performersOf: (run: string) => Promise<TaskPerformers>,
): Promise<Eligibility | null> {
  const declared = whoOf(item);
  if (declared === null) return null;
  const who =
    declared.from === undefined
      ? declared
      : withNames(item.reason, declared, await whomOf(store, tenant, item));
  const { familiar = [], apartFrom = [], allocated = false } = who;
  if (familiar.length === 0 && apartFrom.length === 0 && !allocated) {
    return { who, familiar: null, apart: noSubjects, seq: null };
  }
  const { seq, seed, completed, ended } = await performersOf(item.run);
  const subjectsOf = async (performers: PerformersByTask, tasks: readonly string[]) => {
    const meant = await relevantPerformers(store, tenant, item, { performers, tasks });
    return new Set(meant.map(({ by }) => by));
  };
  const done = await subjectsOf(completed, familiar);
  const apart = await withKeyCreators(store, tenant, await subjectsOf(ended, apartFrom));
  const eligibility = {
    familiar: done.size === 0 ? null : await withKeyCreators(store, tenant, done),
    apart,
    seq,
  };
  if (!allocated) return { who, ...eligibility };
  const candidates: string[] = [];
  for (const name of done.size === 0 ? who.subjects : done) {
    const isApart = await isAmong(store, tenant, name, apart);
    if (!isApart) candidates.push(name);
  }
  const chosen = chooseBySeed(seed, item.instance, candidates);
  return { who: chosen === null ? who : { ...who, chosen }, ...eligibility };
}

const noSubjects: ReadonlySet<string> = new Set();

/** With a key, or as whoever made it: the two are one. */
export async function isAmong(
  store: Store,
  tenant: string,
  subject: string,
  others: ReadonlySet<string>,
): Promise<boolean> {
  if (others.size === 0 || others.has(subject)) return others.has(subject);
  const identities = await withKeyCreators(store, tenant, [subject]);
  return [...identities].some((identity) => others.has(identity));
}

/** A task of the item's own net is meant, where that has one of the name. */
async function relevantPerformers(
  store: Store,
  tenant: string,
  item: OfferedItem,
  { performers, tasks }: { readonly performers: PerformersByTask; readonly tasks: readonly string[] },
): Promise<readonly TaskPerformer[]> {
  const elsewhere = tasksElsewhere(item);
  const meant: TaskPerformer[] = [];
  for (const task of tasks) {
    for (const performer of performers.get(task) ?? []) {
      const row = elsewhere.has(task)
        ? undefined
        : await store.items.find(tenant, itemId(item.run, performer.instance));
      // A copied run has no rows of what was done before: there the name of the task has to do.
      if (row === undefined || row.net === item.net) meant.push(performer);
    }
  }
  return meant;
}

/** Names that variables were to give, and did not, are no reason to offer it to everybody. */
function withNames(reason: AskedItem['reason'], { from, ...who }: ItemWho, whom: Json): ItemWho {
  const roles = [...new Set([...who.roles, ...textsOf(partOf(whom, 'roles'))])];
  const subjects = [...new Set([...who.subjects, ...textsOf(partOf(whom, 'subjects'))])];
  if (roles.length > 0 || subjects.length > 0) return { ...who, roles, subjects };
  return reason === 'approval' ? { ...who, scope: 'admin' } : { ...who, unoffered: true };
}

const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string' && each !== '') : [];

async function whomOf(store: Store, tenant: string, item: OfferedItem): Promise<Json> {
  const whom = item.whom ?? (await store.items.find(tenant, itemId(item.run, item.instance)))?.whom;
  return whom === undefined ? null : cachedPayloads(store).resolvePayload(tenant, whom);
}
