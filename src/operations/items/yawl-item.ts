/** Ids and statuses of work items in YAWL's form [Y3.7]; only items of YAWL tasks have them. */
import { z } from 'zod';
import type { WorkItem } from '../../runtime/index.ts';
import { described, text } from '../contract/output-fields.ts';
import { partOf } from './item-part.ts';

const statuses = [
  'Enabled',
  'Fired',
  'Executing',
  'Suspended',
  'Is parent',
  'Complete',
  'ForcedComplete',
  'Failed',
  'Withdrawn',
  'Cancelled',
  'CancelledByCase',
  'Discarded',
] as const;

export type YawlStatus = (typeof statuses)[number];

export const yawlIdField = z.exactOptional(
  text('For an item of a YAWL task: its id in YAWL’s form, which is accepted in place of the id.'),
);
export const yawlStatusField = z.exactOptional(
  described(z.enum(statuses), 'For an item of a YAWL task: its YAWL status.'),
);

/** As the language writes it into its items. */
export const isYawlItem = ({ reason, item }: Pick<WorkItem, 'reason' | 'item'>): boolean =>
  reason === 'work' && partOf(item, 'language') === 'yawl';

/** The case id of an execution: the root net has the id of its case, nets inside it are numbered. */
export const caseIdOf = (run: string, path: readonly number[]): string => [run, ...path].join('.');

export const yawlIdOf = ({
  run,
  lineage,
  ordinal,
  task,
}: Pick<WorkItem, 'run' | 'lineage' | 'ordinal' | 'task'>): string =>
  `${caseIdOf(run, ordinal === 0 ? lineage : [...lineage, ordinal])}:${task}`;

type ItemStatus = Pick<WorkItem, 'state' | 'ending' | 'paused' | 'ordinal'>;

/** @param ofInstances of an item that was split: the common status of its instances */
export function yawlStatusOf(item: ItemStatus, ofInstances: YawlStatus = 'Is parent'): YawlStatus {
  const { state, ending, paused, ordinal } = item;
  switch (state) {
    case 'offered':
      return paused ? 'Suspended' : ordinal === 0 ? 'Enabled' : 'Fired';
    case 'held':
      return paused ? 'Suspended' : 'Executing';
    case 'completed':
      return ending === 'forced' ? 'ForcedComplete' : 'Complete';
    case 'skipped':
      // Skipping counts as starting and completing.
      return 'Complete';
    case 'failed':
      return 'Failed';
    case 'withdrawn':
      return ending === 'divided' ? ofInstances : withdrawals[ending];
  }
}

const withdrawals: Readonly<Record<Exclude<WorkItem['ending'], 'divided'>, YawlStatus>> = {
  '': 'Withdrawn',
  forced: 'ForcedComplete',
  cancelled: 'Cancelled',
  'left-over': 'Discarded',
  'run-ended': 'CancelledByCase',
};
