/** Ids and statuses of work items in YAWL's form [Y3.7]. */
import { z } from 'zod';
import type { ItemInRun, ItemViews } from '../../language-api.ts';
import { described, text } from '../../output-fields.ts';
import { nameOf } from '../item-facet.ts';

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

type YawlStatus = (typeof statuses)[number];

export const itemViews: ItemViews = {
  fields: {
    yawlId: text('For an item of a YAWL task: its id in YAWL’s form, which is accepted in place of the id.'),
    yawlStatus: described(z.enum(statuses), 'For an item of a YAWL task: its YAWL status.'),
  },
  view: async (item) => ({ yawlId: nameOf(item), yawlStatus: await statusOf(item) }),
};

/** An item that was split is a parent while one of its instances is open. */
async function statusOf(item: ItemInRun): Promise<YawlStatus> {
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
    case 'withdrawn': {
      if (ending !== 'divided') return withdrawals[ending];
      if (await item.hasInstances('open')) return 'Is parent';
      return (await item.hasInstances('done')) ? 'Complete' : 'Cancelled';
    }
  }
}

const withdrawals: Readonly<Record<Exclude<ItemInRun['ending'], 'divided'>, YawlStatus>> = {
  '': 'Withdrawn',
  forced: 'ForcedComplete',
  cancelled: 'Cancelled',
  'left-over': 'Discarded',
  'run-ended': 'CancelledByCase',
};
