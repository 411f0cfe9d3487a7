/**
 * Goes on with what was under way when the process ended [R5.1]: a call that is harmless to repeat is performed again,
 * of any other the workflow says what to do. Looks at as many runs at a time as there is room for.
 */
import type { Instance } from '../../kernel/index.ts';
import type { Agenda } from '../ports/agenda.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { CallDesk, CallOrder } from './call-desk.ts';
import { orderOfInstance } from './call-orders.ts';
import type { Command } from './command.ts';
import type { DraftRun } from './draft-run.ts';
import { isUnanswered } from './project.ts';

export interface RecoveryOptions {
  readonly agenda: Agenda;
  readonly desk: CallDesk;
  readonly add: (command: Command) => void;
  readonly isRepeatable: (order: CallOrder) => Promise<boolean>;
  readonly perform: (draft: DraftRun, order: CallOrder) => void;
  /** There is room for more calls. */
  readonly room: () => Promise<void>;
}

const pageLength = 100;

/** A copy that has not moved since it was made, but for its suspension: its calls are the original's. */
const isParked = ({ origin, seq }: RunRecord): boolean => origin !== null && seq <= origin.at + 1;

/** A copy that is being made, or that rests since it was made. */
export const wasHeldBack = (record: RunRecord): boolean =>
  isParked(record) && (record.seq === 0 || record.suspended || record.approvals > 0);

export async function recover(options: RecoveryOptions): Promise<void> {
  let after = '';
  for (;;) {
    const page = await options.agenda.underWay(after, pageLength);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    await Promise.all(
      page
        .filter((record) => !(record.suspended && isParked(record)))
        .map((record) => resume(options, record)),
    );
    await options.room();
  }
}

/** Goes on with the calls of one run. */
function resume(options: RecoveryOptions, { tenant, id }: RunRecord): Promise<void> {
  return new Promise((resolve) => {
    options.add({
      tenant,
      run: id,
      urgent: true,
      async apply(draft, now) {
        await resumeCalls(options, draft, now, 'repeat harmless ones');
        return undefined;
      },
      done: () => resolve(),
    });
  });
}

/** `perform all`: a fork makes its own calls, under keys of its own. */
export async function resumeCalls(
  { desk, isRepeatable, perform }: Pick<RecoveryOptions, 'desk' | 'isRepeatable' | 'perform'>,
  draft: DraftRun,
  now: number,
  policy: 'repeat harmless ones' | 'perform all',
): Promise<void> {
  const { record, linked } = draft;
  const unknown = draft.state.instances.filter(
    (instance) =>
      isUnanswered(instance) &&
      // A copy that was cancelled before it moved makes no calls: that was answered.
      !(instance.draining && policy === 'perform all') &&
      !desk.knows({
        tenant: record.tenant,
        run: record.id,
        instance: instance.id,
        attempt: instance.attempt,
      }),
  );
  for (const instance of unknown) {
    const order = isCalling(instance)
      ? orderOfInstance(record, linked.program, draft.state, instance)
      : undefined;
    if (order !== undefined && (policy === 'perform all' || (await isRepeatable(order))))
      perform(draft, order);
    else
      await draft.advance({
        kind: 'callInDoubt',
        at: draft.at(now),
        instance: instance.id,
        attempt: instance.attempt,
      });
  }
}

const isCalling = ({ phase }: Instance): boolean => phase === 'calling';
