/** Which work item an order about one gave. */
import type { Rejection } from '../../kernel/index.ts';
import type { DraftRun } from './draft-run.ts';
import type { Happening } from './orders.ts';
import type { RunMoment } from './run-change.ts';

/**
 * The instance that a hold or a delegation of many gave to whoever has it now, or the one that was added; undefined
 * where the order made none.
 */
export function givenItem(happening: Happening, moments: readonly RunMoment[]): string | undefined {
  if (!isMaking(happening)) return undefined;
  const made = moments.flatMap((moment) =>
    moment.kind === 'item' && moment.before === null && moment.item.group === happening.instance
      ? [moment.item]
      : [],
  );
  const given = happening.kind === 'instanceAdded' ? made[0] : made.find(({ state }) => state === 'held');
  return given?.id;
}

/**
 * While a run is suspended nothing new begins: whoever made instances then would have none of them, and no lease when
 * they come.
 */
export function refuseMaking(happening: Happening, draft: DraftRun): Rejection | undefined {
  if (!draft.state.suspended || !isMaking(happening)) return undefined;
  if (happening.kind !== 'instanceAdded' && !isDivisible(happening.instance, draft)) return undefined;
  const message = 'The run is suspended: no instances begin before it is resumed.';
  return { kind: 'rejection', code: 'paused', message };
}

type Making = Extract<Happening, { kind: 'itemHeld' | 'itemDelegated' | 'instanceAdded' }>;

const isMaking = (happening: Happening): happening is Making =>
  happening.kind === 'itemHeld' || happening.kind === 'itemDelegated' || happening.kind === 'instanceAdded';

/** An offer that becomes many as soon as somebody takes it. */
function isDivisible(instance: number, { state, linked: { program } }: DraftRun): boolean {
  const open = state.instances.find(({ id }) => id === instance);
  if (open?.phase !== 'open') return false;
  const frame = state.frames.find(({ id }) => id === open.frame);
  return program.nets[frame?.net ?? -1]?.tasks[open.task]?.each !== undefined;
}
