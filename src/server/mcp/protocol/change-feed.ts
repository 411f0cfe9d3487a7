/**
 * Notifies listeners of changes: one feed per tenant, fed by one long poll to the owner of the data folder, so that
 * it also works in an attached process [P1.4]. Polls only while there are listeners.
 */
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Changes, Principal } from '../../../operations/index.ts';
import type { PerformAs } from '../runs/call-context.ts';

export interface FeedOptions {
  readonly performAs: PerformAs;
  /** The principal that polls. */
  readonly principal: Principal;
  /** Resources that changed since the last call, after a change of definitions. */
  readonly changedDefinitions: () => Promise<readonly string[]>;
  /** Resources of all runs that a client may be watching. */
  readonly recentRuns: () => Promise<readonly string[]>;
  readonly runUris: (run: string) => readonly string[];
  readonly report: (line: string, error: unknown) => void;
}

type Listener = (event: ServerEvent) => void;
/** `undefined`: any run may have changed. */
type RunListener = (run: string | undefined) => void;

const maxWait = 20_000;
/** Milliseconds after a failed poll. */
const pause = 1_000;

export class ChangeFeed implements ServerEventBus {
  readonly #options: FeedOptions;
  readonly #listeners = new Set<Listener>();
  readonly #runListeners = new Set<RunListener>();
  /** Aborts the active poll when the last subscriber leaves. */
  #following: AbortController | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  publish(event: ServerEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#options.report('A subscriber could not be notified.', error);
      }
    }
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#following === undefined) {
      this.#following = new AbortController();
      void this.#follow(this.#following.signal);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#following?.abort();
      this.#following = undefined;
    };
  }

  /**
   * For someone who has also subscribed: only subscribers make the feed poll. It begins with a call for all runs, so that no
   * change before its first cursor is missed.
   */
  watchRuns(listener: RunListener): () => void {
    this.#runListeners.add(listener);
    return () => this.#runListeners.delete(listener);
  }

  publishRun(run: string | undefined): void {
    for (const listener of [...this.#runListeners]) listener(run);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let before: Changes | undefined;
    let hasFailed = false;
    while (!signal.aborted) {
      try {
        const after = await this.#ask(before, signal);
        if (signal.aborted) return;
        if (before === undefined) {
          await this.#options.changedDefinitions();
          this.publishRun(undefined);
        } else await this.#publishChanges(before, after);
        before = after;
        hasFailed = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!hasFailed) this.#options.report('Changes cannot be read. Trying again.', error);
        hasFailed = true;
        await sleep(pause, signal);
      }
    }
  }

  async #ask(before: Changes | undefined, signal: AbortSignal): Promise<Changes> {
    const { performAs, principal } = this.#options;
    const input = before === undefined ? {} : { after: before.cursor, waitMs: maxWait };
    return (await performAs(principal, 'changes.watch', input, signal)) as unknown as Changes;
  }

  async #publishChanges(before: Changes, after: Changes): Promise<void> {
    const { changedDefinitions, recentRuns, runUris } = this.#options;
    if (before.definitions !== after.definitions || after.lost) {
      this.publish({ kind: 'tools_list_changed' });
      this.publish({ kind: 'resources_list_changed' });
      for (const uri of await changedDefinitions()) this.publish({ kind: 'resource_updated', uri });
    }
    // If changes were lost, all watched runs count as changed.
    const runs = after.lost ? await recentRuns() : after.runs.flatMap(({ run }) => runUris(run));
    for (const uri of runs) this.publish({ kind: 'resource_updated', uri });
    if (after.lost) this.publishRun(undefined);
    else for (const { run } of after.runs) this.publishRun(run);
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
