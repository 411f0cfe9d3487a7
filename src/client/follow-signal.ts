/** Shares one listener of a signal among many followers: many listeners would be reported as a leak. */
interface Followed {
  readonly acts: Set<() => void>;
  readonly tell: () => void;
}

const followed = new WeakMap<AbortSignal, Followed>();

/**
 * @param act called when it is aborted; not called if it already is
 * @returns ends it
 */
export function followSignal(signal: AbortSignal, act: () => void): () => void {
  const own = (): void => act();
  const { acts, tell } = followed.get(signal) ?? listen(signal);
  acts.add(own);
  return () => {
    acts.delete(own);
    if (acts.size > 0 || followed.get(signal)?.acts !== acts) return;
    // A signal with a listener may be kept in memory for that reason alone.
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
