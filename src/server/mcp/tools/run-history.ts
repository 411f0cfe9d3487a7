import { z } from 'zod';
import { list, object, text, whole } from '../../../languages/answer-schema.ts';
import type { HistoryEntry, RunHistory } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { fitsAlone, howManyFit } from '../present/how-many-fit.ts';
import { uriOfRun } from '../present/resource-uri.ts';
import { limitField, readOnlyHints, runField, runSpellings } from './tool-fields.ts';

export const runHistory = defineTool({
  name: 'run_history',
  title: 'Get the history of a run',
  toolset: 'cases',
  alsoIn: ['orchestration', 'authoring'],
  isUsual: true,
  description: `Shows the history of a run, event by event: steps, calls, questions and who answered, retries, failures, what was undone.

Use it to explain a result or a failure. For the next page send next_after as “after”.
Next: run_fork takes the number of an event to try an alternative from there.`,
  operations: ['runs.history'],
  hints: readOnlyHints,
  input: z.strictObject({
    run_id: runField,
    after: z.int().min(0).max(1_000_000_000).default(0).describe('Only later events.'),
    limit: limitField(500, 100),
    detail: z.boolean().default(false).describe('Also return their data.'),
  }),
  spellings: runSpellings,
  output: object({
    run_id: text,
    events: list(object({ event: whole, kind: text, lines: list(text) })),
    next_after: whole,
  }),
  aliases: ['run.history', 'run/history', 'cases_history', 'workflow_history'],
  async perform({ run_id: run, after, limit, detail }, call) {
    const history = await call.perform<RunHistory>('runs.history', { run, after, limit });
    const shownEntries = history.entries.map((entry) => presentEntry(entry, detail));
    const shown = howManyFit(shownEntries);
    const next = shown < shownEntries.length ? history.entries[shown - 1]?.seq : (history.next ?? undefined);
    const value = {
      run_id: history.run,
      events: shownEntries.slice(0, shown),
      ...(history.undone.length === 0 ? {} : { undone: history.undone }),
      ...largeValuesIn(history),
      ...(next === undefined ? {} : { next_after: next }),
    };
    return { kind: 'answer', value, resource: uriOfRun(history.run) };
  },
});

/** The journal stores large values externally; the history shows their size. */
function largeValuesIn({ run, entries }: RunHistory): JsonObject {
  if (!entries.some(({ moments }) => /"\([\d,]+ characters\)"/.test(JSON.stringify(moments)))) return {};
  const [state, output] = [uriOfRun(run, 'state'), uriOfRun(run, 'output')];
  return {
    large_values: `Large values are replaced by their size, such as “(20,000 characters)”. Read the data of the run at ${state}, its result at ${output}.`,
  };
}

/** An entry that is too big for one answer is returned as text only. */
function presentEntry({ seq, at, event, by, lines, moments }: HistoryEntry, detail: boolean): JsonObject {
  const told = { event: seq, at, kind: event, by, lines };
  if (!detail) return told;
  // Entries are plain data.
  const whole = { ...told, moments: moments as unknown as readonly JsonObject[] };
  return fitsAlone(whole) ? whole : { ...told, moments: [] };
}
