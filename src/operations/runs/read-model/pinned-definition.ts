/** Reads the definition that a run began with, to show the run as its author wrote it. */
import { type Sketch, sketchOfNet } from '../../../drawing/index.ts';
import type { OpenedRun, TaskFilter } from '../../../runtime/index.ts';
import type { Services } from '../../contract/services.ts';
import { readSubmitted } from '../../definitions/read-submitted.ts';
import { sketchesOfWorkflow } from '../../documents/sketches-of-workflow.ts';
import { ownerOf } from '../../jobs/run-job.ts';
import { authored } from '../../simulation/to-runnable.ts';

export interface PinnedDefinition {
  readonly shows: TaskFilter;
  /** Of its nets, the root first. */
  readonly sketches: readonly Sketch[];
}

/** If the text can no longer be parsed, the net itself is shown. */
export async function readPinned(
  services: Services,
  { record, program }: Pick<OpenedRun, 'record' | 'program'>,
): Promise<PinnedDefinition> {
  const { tenant, revision } = record;
  const text = await services.store.contents.find(tenant, 'definition', revision);
  const definition =
    text === undefined
      ? undefined
      : await readSubmitted(services, ownerOf(record), { path: '', text }, null, { always: true });
  const workflow = definition?.readResult.workflows.find((each) => each.program?.root === program.root);
  if (definition !== undefined && workflow !== undefined) {
    return { shows: authored(definition), sketches: sketchesOfWorkflow(workflow) };
  }
  const root = program.nets.find(({ id }) => id === program.root);
  const nothing: Sketch = { title: record.workflow, nodes: [], links: [], begins: [], remarks: [] };
  return { shows: () => true, sketches: [root === undefined ? nothing : sketchOfNet(root)] };
}
