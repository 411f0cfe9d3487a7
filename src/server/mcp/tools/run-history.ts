import { z } from 'zod';
import type { HistoryEntry, RunHistory } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { list, object, record, text, whole } from '../present/answer-schema.ts';
import { fitsAlone, howManyFit } from '../present/how-many-fit.ts';
import { uriOfRun } from '../resources/resource-uri.ts';
import { limitField, readOnlyHints, runField, runSpellings } from './tool-fields.ts';

export const runHistory = defineTool({
  name: 'run_history',
  title: 'What happened in a run',
  toolset: 'cases',
  alsoIn: ['orchestration', 'authoring'],
  isUsual: true,
  description: `Tells what happened in a run, event by event, in words: steps, calls and their answers, questions and who answered, retries, failures, what was undone.

Use it to explain a result or to find out why a run failed. It comes in pages: send “next_after” of the answer as “after” for the next one. detail: true adds the data of every moment.
Next: run_fork takes the number of an event (“event”) to try another way from there.`,
  operations: ['runs.history'],
  hints: readOnlyHints,
  input: z.strictObject({
    run_id: runField,
    after: z.int().min(0).max(1_000_000_000).default(0).describe('Only events after this one.'),
    limit: limitField(500, 100),
    detail: z.boolean().default(false).describe('Also the data of every moment.'),
  }),
  spellings: runSpellings,
  output: object({
    run_id: text(),
    events: list(
      object({
        event: whole('Its number.'),
        at: text(),
        kind: text(),
        by: text('Who caused it; empty where nobody did.'),
        lines: list(text(), 'What happened, in words.'),
        moments: list(record(), 'With detail; empty where they are too big.'),
      }),
    ),
    large_values: text('Where values are told by their size: where they are whole.'),
    next_after: whole('Where the next page begins; absent on the last one.'),
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
      ...largeValuesIn(history),
      ...(next === undefined ? {} : { next_after: next }),
    };
    return { kind: 'answer', value, resource: uriOfRun(history.run) };
  },
});

/** The journal keeps large values apart; a history tells how large they are. */
function largeValuesIn({ run, entries }: RunHistory): JsonObject {
  if (!entries.some(({ moments }) => /"\([\d,]+ characters\)"/.test(JSON.stringify(moments)))) return {};
  const [state, output] = [uriOfRun(run, 'state'), uriOfRun(run, 'output')];
  return {
    large_values: `Large values are told by their size, such as “(20,000 characters)”. What the run holds is whole at ${state}, its result at ${output}.`,
  };
}

/** What is too big for an answer of its own is told in words only. */
function presentEntry({ seq, at, event, by, lines, moments }: HistoryEntry, detail: boolean): JsonObject {
  const told = { event: seq, at, kind: event, by, lines };
  if (!detail) return told;
  // Moments are plain data.
  const whole = { ...told, moments: moments as unknown as readonly JsonObject[] };
  return fitsAlone(whole) ? whole : { ...told, moments: [] };
}
