/**
 * Tracks which net each frame of a case executes, and for which instance. Notes identify a frame by number. Frames and
 * instances share one counter: a frame that begins with its instance has the next number, others are numbered in the
 * order in which they begin.
 */
import type { Note, Task } from '../../kernel/index.ts';
import { rootFrame } from '../journal/read-journal.ts';
import type { ProgramIndex } from './program-index.ts';

interface Opening {
  readonly instance: number;
  readonly net: string;
  /** The number of its frame is less than this. */
  below: number;
}

interface OpenFrame {
  readonly net: string;
  /** The entry that first mentions it. */
  readonly entry: number;
  /** Its instance; 0 for the root, and if it is not known. */
  readonly parent: number;
}

export class FramesOfCase {
  readonly #index: ProgramIndex;
  readonly #frames: Map<number, OpenFrame>;
  /** Frames that end with the current entry. */
  readonly #endingNets = new Map<number, string>();
  /** Nets that have begun and have no note yet, by instance: in earlier entries, and in this one. */
  readonly #earlier = new Map<number, Opening>();
  readonly #fresh = new Map<number, Opening>();
  /** Those whose frame number has no known upper limit yet. */
  #unbounded: Opening[] = [];
  #entry = 0;

  constructor(index: ProgramIndex) {
    this.#index = index;
    this.#frames = new Map([[rootFrame, { net: index.root, parent: 0, entry: 0 }]]);
  }

  /** Before the notes of an entry are read: a frame that ends identifies its net. */
  beginEntry(notes: readonly Note[]): void {
    for (const [instance, opening] of this.#fresh) this.#earlier.set(instance, opening);
    this.#fresh.clear();
    this.#unbounded = [];
    this.#entry += 1;
    this.#endingNets.clear();
    for (const note of notes) if (note.kind === 'frameEnded') this.#endingNets.set(note.frame, note.net);
  }

  /** Whether the entry has begun the frame. */
  isFresh(frame: number): boolean {
    return this.#frames.get(frame)?.entry === this.#entry;
  }

  /** An instance begins, which may execute a net. @param isMadeNow its number was the next one when it began */
  begin(instance: number, { work }: Task, isMadeNow: boolean): void {
    if (isMadeNow) {
      for (const opening of this.#unbounded) opening.below = instance;
      this.#unbounded = [];
    }
    if (work.kind !== 'net') return;
    const { net } = work;
    if (isMadeNow) {
      this.#frames.set(instance + 1, { net, parent: instance, entry: this.#entry });
      return;
    }
    const opening = { instance, net, below: Number.POSITIVE_INFINITY };
    this.#fresh.set(instance, opening);
    this.#unbounded.push(opening);
  }

  /** It has ended: its net is no longer reported. */
  end(instance: number): void {
    if (this.#frames.get(instance + 1)?.parent === instance) this.#frames.delete(instance + 1);
    this.#earlier.delete(instance);
    this.#fresh.delete(instance);
  }

  /** The net of a frame that contains a task. */
  netOf(frame: number, task: string): string {
    return this.#find(
      frame,
      (net) => this.#index.find(net, task) !== undefined,
      this.#index.netsWith(task)[0],
    ).net;
  }

  /** The frame has ended. @returns its instance; 0 if not known */
  leave(frame: number): number {
    const { parent } = this.#find(frame, () => true, undefined);
    if (frame !== rootFrame) this.#frames.delete(frame);
    return parent;
  }

  #find(frame: number, fits: (net: string) => boolean, otherwise: string | undefined): OpenFrame {
    const known = this.#frames.get(frame);
    if (known !== undefined) return known;
    const endingNets = this.#endingNets.get(frame);
    const isMeant = ({ instance, net, below }: Opening): boolean =>
      instance < frame && frame < below && (endingNets === undefined ? fits(net) : net === endingNets);
    const opening = firstOf(this.#fresh, isMeant) ?? firstOf([...this.#earlier].reverse(), isMeant);
    const found = {
      net: endingNets ?? opening?.net ?? otherwise ?? '',
      parent: opening?.instance ?? 0,
      entry: this.#entry,
    };
    if (opening !== undefined) this.end(opening.instance);
    this.#frames.set(frame, found);
    return found;
  }
}

function firstOf<Value>(
  entries: Iterable<readonly [number, Value]>,
  isMeant: (value: Value) => boolean,
): Value | undefined {
  for (const [, value] of entries) if (isMeant(value)) return value;
  return undefined;
}
