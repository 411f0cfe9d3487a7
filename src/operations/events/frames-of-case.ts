/**
 * Which net each frame of a case plays. Notes give a frame by its number: frames take their numbers from the counter that
 * instances take theirs from, so that one that begins with its instance has the number behind it.
 */
import type { Note, Task } from '../../kernel/index.ts';
import type { ProgramGuide } from './program-guide.ts';

interface Opening {
  readonly instance: number;
  readonly net: string;
}

export const rootFrame = 1;

export class FramesOfCase {
  readonly #guide: ProgramGuide;
  readonly #nets: Map<number, string>;
  /** Nets that have begun and of which no note has told yet, in the order of their beginning. */
  readonly #openings: Opening[] = [];

  constructor(guide: ProgramGuide) {
    this.#guide = guide;
    this.#nets = new Map([[rootFrame, guide.root]]);
  }

  /** Before the notes of an entry are read: a frame that ends says what it played. */
  foresee(notes: readonly Note[]): void {
    for (const note of notes) if (note.kind === 'frameEnded') this.#nets.set(note.frame, note.net);
  }

  /** An instance begins whose work may be a net. */
  begin(instance: number, { work }: Task): void {
    if (work.kind === 'net') this.#openings.push({ instance, net: work.net });
  }

  /** It has ended: what it played is told no more. */
  end(instance: number): void {
    const at = this.#openings.findIndex((opening) => opening.instance === instance);
    if (at >= 0) this.#openings.splice(at, 1);
  }

  /** The net of a frame in which a task is. */
  netOf(frame: number, task: string): string {
    const known = this.#nets.get(frame);
    if (known !== undefined) return known;
    const fitting = this.#openings.filter(
      ({ instance, net }) => instance < frame && this.#guide.find(net, task) !== undefined,
    );
    const opening = fitting.find(({ instance }) => instance === frame - 1) ?? fitting[0];
    const net = opening?.net ?? this.#guide.netsWith(task)[0] ?? '';
    if (opening !== undefined) this.end(opening.instance);
    this.#nets.set(frame, net);
    return net;
  }

  forget(frame: number): void {
    if (frame !== rootFrame) this.#nets.delete(frame);
  }
}
