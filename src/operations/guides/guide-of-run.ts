/** What a run of a guide shows in addition to its open steps: the guide's general texts, and the skipped steps. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import {
  contextVariable,
  describeSkippedSteps,
  findTruncatedLoops,
  type Guide,
  itemsVariable,
  type TracedNotes,
  traceNotes,
} from '../../languages/index.ts';
import { type JournalEntry, LruCache, type OpenedRun } from '../../runtime/index.ts';
import { listOf, namedObject, text } from '../contract/output-fields.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import type { Services } from '../contract/services.ts';
import { ownerOf } from '../jobs/run-job.ts';
import { readSubmitted } from '../read-submitted.ts';
import { createJournalFold } from '../runs/fold-journal.ts';
import { variablesOfRun } from '../runs/variables-of-run.ts';
import { contextOf } from './context-size.ts';
import { skippedSchema } from './guide-fields.ts';
import { machineOf } from './guide-machines.ts';
import { foreword, forewordOf } from './guide-outline.ts';
import { describeCutLoop } from './guide-warnings.ts';

export const guideOfRun = namedObject('GuideOfRun', 'General information about the guide of a run.', {
  foreword: z.exactOptional(foreword),
  skipped: listOf(
    skippedSchema,
    'Steps skipped between the last answer and the open steps, because their condition does not hold.',
  ),
  warnings: listOf(text(), 'Warnings: loops that ended before their work was done.'),
});

/** `undefined` if the run follows no guide, or its text can no longer be read. */
export async function viewGuideOfRun(
  services: Services,
  opened: OpenedRun,
): Promise<z.infer<typeof guideOfRun> | undefined> {
  const guide = opened.record.language === 'guide' ? await readGuide(services, opened) : null;
  if (guide === null) return undefined;
  return { ...forewordOf(guide), ...(await guideTraceOf(services, opened, guide)) };
}

/** Many runs share a revision: each guide is read once. By tenant, revision and name. */
const guides = new LruCache<{ readonly guide: Guide | null }>(200);

async function readGuide(services: Services, { record, program }: OpenedRun): Promise<Guide | null> {
  const { tenant, revision } = record;
  const key = JSON.stringify([tenant, revision, program.root]);
  const known = guides.get(key);
  if (known !== undefined) return known.guide;
  const text = await services.store.contents.find(tenant, 'definition', revision);
  if (text === undefined) return null;
  const { readResult } = await readSubmitted(services, ownerOf(record), { path: '', text }, null, {
    always: true,
  });
  const found = readResult.workflows.find((each) => each.program?.root === program.root)?.guide ?? null;
  guides.set(key, { guide: found });
  return found;
}

interface GuideTrace extends Pick<TracedNotes, 'skips' | 'ended' | 'passes'> {
  readonly seq: number;
}

const foldGuideTrace = createJournalFold<GuideTrace>();

/** What happened to the steps between the last answer and the open steps. */
async function guideTraceOf(services: Services, opened: OpenedRun, guide: Guide) {
  const { store } = services;
  const machine = machineOf(guide, opened.program);
  const { skips, ended } = await foldGuideTrace(store, opened.record, {
    initial: { seq: 0, skips: [], ended: new Set(), passes: new Map() },
    // Events that only change the owner of an item do not advance the guide.
    add: (trace, { seq, notes }: JournalEntry) =>
      notes.some(({ kind }) => kind === 'flow')
        ? { ...traceNotes(machine, notes, trace.passes), seq }
        : { ...trace, seq },
  });
  if (skips.length === 0 && ended.size === 0) return { skipped: [], warnings: [] };
  const loops = [...ended, ...skips.flatMap(({ position: place }) => place.loops.map(({ id }) => id))];
  const variables = await variablesOfRun(opened, cachedPayloads(store), [
    contextVariable,
    ...loops.map(itemsVariable),
  ]);
  const context = contextOf(variables);
  const listOf = ({ id }: { readonly id: string }): readonly Json[] | null => {
    const items = variables[itemsVariable(id)];
    return Array.isArray(items) ? items : null;
  };
  return {
    skipped: describeSkippedSteps(skips, context, listOf),
    warnings: findTruncatedLoops(machine, ended, context, listOf).map(describeCutLoop),
  };
}
