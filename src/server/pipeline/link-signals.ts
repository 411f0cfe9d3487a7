/**
 * Returns one signal that is aborted when one of several is. `AbortSignal.any` registers with every source, which
 * leaks memory for a source that lives as long as the server.
 */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(): void;
  /** Call it when the signal is no longer used. */
  unlink(): void;
}

export function linkSignals(...sources: readonly AbortSignal[]): LinkedSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const source of sources) {
    if (source.aborted) abort();
    else source.addEventListener('abort', abort);
  }
  return {
    signal: controller.signal,
    abort,
    unlink() {
      for (const source of sources) source.removeEventListener('abort', abort);
    },
  };
}
