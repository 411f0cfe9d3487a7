/** Tells many of one end: a signal gets one listener, however many follow it, since many would be taken for a leak. */
interface Followed {
  readonly acts: Set<() => void>;
  readonly tell: () => void;
}

const followed = new WeakMap<AbortSignal, Followed>();

/**
 * @param act when it is aborted; not at all where it is already
 * @returns ends it
 */
export function followSignal(signal: AbortSignal, act: () => void): () => void {
  const own = (): void => act();
  const { acts, tell } = followed.get(signal) ?? listen(signal);
  acts.add(own);
  return () => {
    acts.delete(own);
    if (acts.size > 0 || followed.get(signal)?.acts !== acts) return;
    // A signal that is listened to may be kept in memory for that alone.
    signal.removeEventListener('abort', tell);
    followed.delete(signal);
  };
}

function listen(signal: AbortSignal): Followed {
  const acts = new Set<() => void>();
  const tell = (): void => {
    followed.delete(signal);
    for (const act of acts) act();
  };
  signal.addEventListener('abort', tell, { once: true });
  followed.set(signal, { acts, tell });
  return { acts, tell };
}
