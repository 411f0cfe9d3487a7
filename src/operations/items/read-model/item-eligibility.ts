/**
 * Resolves for whom a work item is in its run: names from variables, the subject that the system chooses, and who did
 * earlier tasks [Y6.1, Y6.2]. It follows from the journal, so it is computed each time and not stored.
 */
import type { Json } from '../../../kernel/index.ts';
import { partOf } from '../../../languages/part-of.ts';
import { itemId, type Store, type WorkItem } from '../../../runtime/index.ts';
import { cachedPayloads } from '../../contract/payloads-of.ts';
import type { PerformersByTask, TaskPerformer, TaskPerformers } from '../../journal/performers-of-run.ts';
import { withKeyCreators } from '../../keys/with-key-creators.ts';
import { chooseBySeed } from './choose-by-seed.ts';
import { type AskedItem, type ItemWho, tasksElsewhere, whoOf } from './item-who.ts';

export type OfferedItem = AskedItem &
  Pick<WorkItem, 'run' | 'net' | 'instance' | 'holder'> &
  /** Looked up if absent and needed. */
  Partial<Pick<WorkItem, 'whom' | 'declinedBy'>>;

export interface Eligibility {
  readonly who: ItemWho;
  /**
   * Who completed the task that it depends on, with creators of keys; null if it depends on none, or none is
   * completed.
   */
  readonly familiar: ReadonlySet<string> | null;
  /** Number of events of the run that the result depends on; null if it depends on none. */
  readonly seq: number | null;
  /** Who did the tasks that it is separated from, with creators of keys. */
  readonly apart: ReadonlySet<string>;
}

/** Null if anyone may answer it. */
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

/** The holder. */
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

/** A key and its creator count as the same person. */
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

/** A task of the item's own net takes precedence, if the name exists there. */
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
      // A copied run has no item rows of earlier tasks: tasks are matched by name.
      if (row === undefined || row.net === item.net) meant.push(performer);
    }
  }
  return meant;
}

/** If variables name no one, the item is not offered to everyone. */
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
