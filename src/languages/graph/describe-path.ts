/** Describes an example path of a run with the author's names: “, for example by search, decide → waitlist”. */
import type { WitnessStep } from '../../kernel/index.ts';
import type { TaskOrigins } from './task-origins.ts';

/** Longer paths are cut. */
const maxSteps = 8;

export function describePath(path: readonly WitnessStep[], { nodeOf }: TaskOrigins, net: string): string {
  const steps = path.flatMap(({ task, took, caught, decided }) => {
    const name = nodeOf(net, task)?.name;
    if (name === undefined) return [];
    if (caught) return [`“${name}” fails`];
    const targets = took.map((place) =>
      place === null ? 'end' : (place.split('⇢')[1]?.split('/')[0] ?? ''),
    );
    if (task.endsWith('/if')) return took.includes(null) ? [`“${name}” is skipped`] : [];
    if (decided && targets.some((target) => target !== ''))
      return [`“${name}” goes to “${targets.join('”, “')}”`];
    return task === name ? [`“${name}”`] : [];
  });
  const shown = steps.length > maxSteps ? [...steps.slice(0, 3), '…', ...steps.slice(-4)] : steps;
  return shown.length === 0 ? '' : `, for example by ${shown.join(', ')}`;
}
