/** Due and unfinished runs, in memory. */
import type { Agenda } from '../ports/agenda.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { OpenTables } from './memory-tables.ts';
import { byText, byTime } from './order.ts';

type DueRun = RunRecord & { readonly due: number };
type LeasedItem = WorkItem & { readonly lease: number };

export function createAgenda(open: OpenTables): Agenda {
  const moving = (): readonly RunRecord[] =>
    [...open().runs.values()].map(({ record }) => record).filter(({ approvals }) => approvals === 0);
  const dueRuns = (): readonly DueRun[] => moving().filter((run): run is DueRun => run.due !== null);
  const leased = (): readonly LeasedItem[] =>
    [...open().items.values()].filter(
      (item): item is LeasedItem => item.lease !== null && item.state === 'held',
    );

  return {
    async next() {
      const times = [...dueRuns().map(({ due }) => due), ...leased().map(({ lease }) => lease)];
      return times.reduce<number | null>(
        (smallest, time) => (smallest === null || time < smallest ? time : smallest),
        null,
      );
    },
    dueRuns: async (until, limit) =>
      dueRuns()
        .filter(({ due }) => due <= until)
        .toSorted(byTime(({ due }) => due))
        .slice(0, limit),
    endedLeases: async (until, limit) =>
      leased()
        .filter(({ lease }) => lease <= until)
        .toSorted(byTime(({ lease }) => lease))
        .slice(0, limit),
    /** The next page starts after an id, so a page never ends between tenants that share an id. */
    async underWay(after, limit) {
      const found = moving()
        .filter(({ calls, id }) => calls > 0 && id > after)
        .toSorted((a, b) => byText(a.id, b.id) || byText(a.tenant, b.tenant));
      const last = found.slice(0, limit).at(-1);
      return last === undefined ? [] : found.filter(({ id }, at) => at < limit || id === last.id);
    },
  };
}
