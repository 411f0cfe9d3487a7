/**
 * One signal that is aborted when one of several is. The platform's own way keeps a note of each with every source, which
 * a source that lives as long as the server would never lose.
 */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** To be called when nobody listens any longer. */
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
    unlink() {
      for (const source of sources) source.removeEventListener('abort', abort);
    },
  };
}
