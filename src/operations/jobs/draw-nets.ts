/** Draws nets for a caller. */
import type { Drawn } from '../../drawing/index.ts';
import type { DrawInput } from './jobs.ts';
import { type JobOwner, type Jobs, runJob } from './run-job.ts';

export function drawNets(
  services: { readonly jobs?: Jobs },
  owner: JobOwner,
  nets: readonly Drawn[],
  look: Omit<DrawInput, 'drawn'>,
  signal?: AbortSignal,
): Promise<string> {
  const drawn = nets.map(({ sketch, states }) => ({
    sketch,
    states: states === undefined ? null : [...states],
  }));
  return runJob(services, owner, 'draw', { ...look, drawn }, { signal });
}
