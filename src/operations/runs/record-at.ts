/** Returns the row of a run as it was after a number of events. */
import type { InstancePhase, RunState } from '../../kernel/index.ts';
import { projectRecord, type RunRecord } from '../../runtime/index.ts';

const openPhases: ReadonlySet<InstancePhase> = new Set<InstancePhase>(['open', 'offered', 'held', 'doubt']);

/** @param state the state after those events */
export function recordAt(record: RunRecord, state: RunState, at: number): RunRecord {
  const openItems = state.instances.filter(({ phase }) => openPhases.has(phase)).length;
  // Approvals of a fork are not events: they apply to the present only.
  return projectRecord({ ...record, endedAt: null, approvals: 0, parked: false }, at, state, openItems);
}
