/** Draws nets for a caller: small ones at once, because lists of workflows show many of them, the others in a job. */
import { type Drawn, drawLine, type Sketch } from '../../drawing/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { drawAs } from '../documents/draw-workflow.ts';
import type { DrawInput } from '../jobs/jobs.ts';
import { type JobOwner, type Jobs, runJob } from '../jobs/run-job.ts';

interface Drawer {
  readonly jobs?: Jobs;
}

/** Nodes and links that this process draws: less than a millisecond of work. */
const maxOwnSize = 60;

export async function drawNets(
  services: Drawer,
  owner: JobOwner,
  nets: readonly Drawn[],
  look: Omit<DrawInput, 'drawn'>,
  signal?: AbortSignal,
): Promise<string> {
  if (isSmall(nets.map(({ sketch }) => sketch))) return drawAs(look.format, nets, look);
  const drawn = nets.map(({ sketch, states }) => ({
    sketch,
    states: states === undefined ? null : [...states],
  }));
  return runJob(services, owner, 'draw', { ...look, drawn }, { signal });
}

/** Lists of workflows do without it: empty if the caller has reached a limit. */
export async function drawNetLine(services: Drawer, owner: JobOwner, sketch: Sketch): Promise<string> {
  if (isSmall([sketch])) return drawLine(sketch);
  try {
    return await runJob(services, owner, 'drawLine', sketch);
  } catch (error) {
    if (error instanceof OperationError) return '';
    throw error;
  }
}

const isSmall = (sketches: readonly Sketch[]): boolean =>
  sketches.reduce((sum, { nodes, links }) => sum + nodes.length + links.length, 0) <= maxOwnSize;
