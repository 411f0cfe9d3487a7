/** Finds the work item that resulted from a request about an item. */
import type { Rejection } from '../../kernel/index.ts';
import type { DraftRun } from './draft-run.ts';
import type { RunTransition } from './run-change.ts';
import type { EventInput } from './run-requests.ts';

/**
 * The instance that the holder received from a hold or a delegation of a multi-instance offer, or the added instance;
 * `undefined` if the request created none.
 */
export function resultingItem(
  eventInput: EventInput,
  transitions: readonly RunTransition[],
): string | undefined {
  if (!createsInstances(eventInput)) return undefined;
  const createdItems = transitions.flatMap((transition) =>
    transition.kind === 'item' && transition.before === null && transition.item.group === eventInput.instance
      ? [transition.item]
      : [],
  );
  const given =
    eventInput.kind === 'instanceAdded'
      ? createdItems[0]
      : createdItems.find(({ state }) => state === 'held');
  return given?.id;
}

/** A suspended run creates no instances: the caller would receive none of them, and no lease on later ones. */
export function refuseNewInstances(eventInput: EventInput, draft: DraftRun): Rejection | undefined {
  if (!draft.state.suspended || !createsInstances(eventInput)) return undefined;
  if (eventInput.kind !== 'instanceAdded' && !isDivisible(eventInput.instance, draft)) return undefined;
  const message = 'The run is suspended. No instances start before it is resumed.';
  return { kind: 'rejection', code: 'paused', message };
}

type InstanceCreatingInput = Extract<EventInput, { kind: 'itemHeld' | 'itemDelegated' | 'instanceAdded' }>;

const createsInstances = (eventInput: EventInput): eventInput is InstanceCreatingInput =>
  eventInput.kind === 'itemHeld' ||
  eventInput.kind === 'itemDelegated' ||
  eventInput.kind === 'instanceAdded';

/** An offer that becomes several instances when a user takes it. */
function isDivisible(instance: number, { state, linked: { program } }: DraftRun): boolean {
  const open = state.instances.find(({ id }) => id === instance);
  if (open?.phase !== 'open') return false;
  const frame = state.frames.find(({ id }) => id === open.frame);
  return program.nets[frame?.net ?? -1]?.tasks[open.task]?.each !== undefined;
}
