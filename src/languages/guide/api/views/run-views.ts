/** What a run of a guide shows in addition to its open steps: the guide's general texts, and the skipped steps. */
import { z } from 'zod';
import type { Json, Note } from '../../../../kernel/index.ts';
import type { RunReader, RunViews } from '../../../language-api.ts';
import { listOf, namedObject, text } from '../../../output-fields.ts';
import { machineOf } from '../../follow/guide-machine.ts';
import { describeCutLoop, forewordOf, guideOf } from '../../follow/guide-texts.ts';
import {
  describeSkippedSteps,
  findTruncatedLoops,
  type TracedNotes,
  traceNotes,
} from '../../follow/guide-trace.ts';
import type { Guide } from '../../model/schema.ts';
import { contextVariable, itemsVariable } from '../../net/guide-names.ts';
import { contextOf } from '../../runs/guide-values.ts';
import { foreword, skippedSchema } from './guide-fields.ts';

const guideOfRun = namedObject('GuideOfRun', 'General information about the guide of a run.', {
  foreword: z.exactOptional(foreword),
  skipped: listOf(
    skippedSchema,
    'Steps skipped between the last answer and the open steps, because their condition does not hold.',
  ),
  warnings: listOf(text(), 'Warnings: loops that ended before their work was done.'),
});

export const runViews: RunViews = {
  fields: { guide: guideOfRun },
  async view(run) {
    const guide = guideOf({ content: await run.content() });
    if (guide === null) return {};
    const view: z.infer<typeof guideOfRun> = { ...forewordOf(guide), ...(await traceOf(run, guide)) };
    return { guide: view };
  },
};

type Trace = Pick<TracedNotes, 'skips' | 'ended' | 'passes'>;

const noTrace: Trace = { skips: [], ended: new Set(), passes: new Map() };

/** What happened to the steps between the last answer and the open steps. */
async function traceOf(run: RunReader, guide: Guide) {
  const machine = machineOf(guide, run.program);
  const { skips, ended } = await run.fold(noTrace, (trace, notes: readonly Note[]) =>
    // Events that only change the owner of an item do not advance the guide.
    notes.some(({ kind }) => kind === 'flow') ? traceNotes(machine, notes, trace.passes) : trace,
  );
  if (skips.length === 0 && ended.size === 0) return { skipped: [], warnings: [] };
  const loops = [...ended, ...skips.flatMap(({ position: place }) => place.loops.map(({ id }) => id))];
  const variables = await run.variables([contextVariable, ...loops.map(itemsVariable)]);
  const context = contextOf(variables);
  const listIn = ({ id }: { readonly id: string }): readonly Json[] | null => {
    const items = variables[itemsVariable(id)];
    return Array.isArray(items) ? items : null;
  };
  return {
    skipped: describeSkippedSteps(skips, context, listIn),
    warnings: findTruncatedLoops(machine, ended, context, listIn).map(describeCutLoop),
  };
}
