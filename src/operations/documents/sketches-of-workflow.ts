/** Lists the nets of a workflow as its author sees them: all of them, or one by id or name. */
import type { Sketch } from '../../drawing/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { Workflow } from '../../languages/index.ts';

/** The root first. */
export function sketchesOfWorkflow({ sketch, parts }: Pick<Workflow, 'sketch' | 'parts'>): readonly Sketch[] {
  return [sketch, ...(parts ?? [])];
}

/** Id of the net whose tasks a sketch shows. */
export function netOfSketch({ net, title }: Pick<Sketch, 'net' | 'title'>): string {
  return net ?? title;
}

export type ChosenSketches =
  | { readonly kind: 'chosen'; readonly sketches: readonly Sketch[] }
  | { readonly kind: 'refused'; readonly message: string };

/** @param net its id or name; null: all nets */
export function chooseSketches(sketches: readonly Sketch[], net: string | null): ChosenSketches {
  if (net === null) return { kind: 'chosen', sketches };
  const found =
    sketches.find((each) => netOfSketch(each) === net) ?? sketches.find(({ title }) => title === net);
  if (found !== undefined) return { kind: 'chosen', sketches: [found] };
  const names = sketches.map(netOfSketch);
  const nearest = findNearest(net, names);
  const hint = nearest === undefined ? `Available: ${names.join(', ')}.` : `Did you mean “${nearest}”?`;
  return { kind: 'refused', message: `The net “${net}” does not exist. ${hint}` };
}
