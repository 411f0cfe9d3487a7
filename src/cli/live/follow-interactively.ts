/** Follows a run at the terminal until the user has nothing more to do: shows it, and asks its work items. */
import type { RunView } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import type { Session } from '../session/session.ts';
import { askItem } from './ask-item.ts';
import { followRun } from './follow-run.ts';
import { hasEnded, isSettled, openItems } from './run-status.ts';
import { createWatcher } from './watcher.ts';

export interface InteractiveResult {
  readonly view: RunView;
  /** The user left before the run was settled. */
  readonly wasInterrupted: boolean;
}

export interface InteractiveOptions {
  readonly run: string;
  /** Events that are already known. */
  readonly seen: number;
  /** Prints only what must be redrawn or asked. */
  readonly isQuiet: boolean;
}

export async function followInteractively(
  session: Session,
  host: Host,
  { run, seen, isQuiet }: InteractiveOptions,
): Promise<InteractiveResult> {
  const { terminal } = host;
  const leaving = new AbortController();
  const unsubscribe = terminal.onInterrupt(() => leaving.abort());
  const watcher = createWatcher(session, host, isQuiet);
  // At a terminal, an item is asked while the rest of the run continues.
  const shouldStop = (view: RunView) =>
    isSettled(view) || (terminal.isInteractive && askableItems(view, host.user).length > 0);
  let seenSeq = seen;
  try {
    for (;;) {
      const followed = await followRun(session, host, watcher, {
        run,
        seen: seenSeq,
        shouldStop,
        signal: leaving.signal,
      });
      seenSeq = followed.seen;
      const { view } = followed;
      if (hasEnded(view) || leaving.signal.aborted) return { view, wasInterrupted: !hasEnded(view) };
      const [next] = askableItems(view, host.user);
      if (next === undefined || !terminal.isInteractive) return { view, wasInterrupted: false };
      watcher.hide();
      const { item } = next;
      const asked = await whileOpen(session, view, item, leaving.signal, async (signal) =>
        askItem(host, session, await session.call('items.get', { item }), signal),
      );
      if (asked === 'declined') return { view, wasInterrupted: leaving.signal.aborted };
    }
  } finally {
    watcher.close();
    unsubscribe();
  }
}

/** Items that can be answered now and are not claimed by another user. */
export function askableItems(view: RunView, user: string) {
  return openItems(view).filter(
    ({ reason, holder, mayAnswer }) =>
      mayAnswer &&
      (holder === '' || holder === user) &&
      (view.state !== 'suspended' || reason === 'approval'),
  );
}

/** Withdraws a question when another user answers it, or it expires. @param ask runs until its signal is aborted */
export async function whileOpen<Asked>(
  session: Session,
  view: RunView,
  item: string,
  leaving: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Asked>,
): Promise<Asked> {
  const asking = new AbortController();
  // An error here occurs again at the next poll of the run, and is reported then.
  const watching = watchItem(session, view, item, asking, leaving).catch(() => asking.abort());
  try {
    return await ask(asking.signal);
  } finally {
    asking.abort();
    await watching;
  }
}

/** In milliseconds: the maximum wait after an answer. */
const pollMilliseconds = 200;

async function watchItem(
  session: Session,
  { run, seq }: RunView,
  item: string,
  asking: AbortController,
  leaving: AbortSignal,
): Promise<void> {
  for (let after = seq; !asking.signal.aborted && !leaving.aborted; ) {
    const view = await session.call('runs.get', { run, after, waitMs: pollMilliseconds });
    after = view.seq;
    if (!openItems(view).some((each) => each.item === item)) asking.abort();
  }
}
