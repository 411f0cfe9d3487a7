/** `signalbox events`: lists who did what to which case. */
import { cleanText } from '../../drawing/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { EventView } from '../../operations/index.ts';
import { eventKindsOfLog } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, numberOption, optionValue, pageOptions, sessionOptions } from '../arguments/options.ts';
import { describeInvalidTimes, timeOption, timeRangeFields } from '../arguments/time-option.ts';
import type { Host } from '../host/host.ts';
import { type Column, drawTable } from '../print/draw-table.ts';
import { printJson } from '../print/print-json.ts';
import { dateTimeText } from '../print/run-texts.ts';
import { findRun } from '../session/find-run.ts';
import { type Session, withReadOnlySession } from '../session/session.ts';

export const events: Command = {
  meaning:
    'Lists the events of cases, the oldest first: when, which task or work item, by whom. Events without a name were caused\nby the engine. “signalbox export --xes” writes the same for process mining tools.',
  arguments: { usage: '[RUN]', min: 0, max: 1 },
  options: [
    { name: '--workflow', value: 'NAME', meaning: 'only cases of this workflow' },
    { name: '--by', value: 'NAME', meaning: 'only events caused by this subject' },
    {
      name: '--kind',
      value: 'KIND',
      choices: eventKindsOfLog,
      repeats: true,
      meaning: 'only events of this kind, such as case_failed; repeatable',
    },
    { name: '--task', value: 'NAME', meaning: 'only events of tasks with this name' },
    { name: '--since', value: 'TIME', meaning: 'only since then: a date, or how long ago (2h, 7d)' },
    { name: '--until', value: 'TIME', meaning: 'only before then' },
    ...pageOptions,
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['events last', 'events --kind item_completed --by ann --since 7d'],
  run: runEvents,
};

const fields: Readonly<Record<string, string>> = {
  '--workflow': 'workflow',
  '--by': 'by',
  '--task': 'task',
  '--cursor': 'cursor',
};

const defaultLimit = 100;

async function runEvents(args: CommandArguments, host: Host): Promise<number> {
  const limit = numberOption(args, '--limit', 1, 500);
  const kinds = args.values.get('--kind') ?? [];
  const wrong = [
    ...(limit.kind === 'misunderstood' ? [limit.message] : []),
    ...describeInvalidTimes(args, Object.keys(timeRangeFields)),
    ...unknownKinds(kinds),
  ];
  if (limit.kind === 'misunderstood' || wrong.length > 0) {
    host.err(wrong.map((each) => `${each}\n`).join(''));
    return 2;
  }
  const narrowed = [
    ...Object.entries(fields).map(([option, field]) => [field, optionValue(args, option)] as const),
    ...Object.entries(timeRangeFields).map(
      ([option, field]) => [field, timeOption(args, option) ?? null] as const,
    ),
  ].filter(([, value]) => value !== null);
  return withReadOnlySession(args, host, async (session) => {
    const [word] = args.arguments;
    const page = await readFullPage(
      session,
      {
        ...Object.fromEntries(narrowed),
        ...(word === undefined ? {} : { run: await findRun(session, word) }),
        ...(kinds.length === 0 ? {} : { kinds: [...new Set(kinds)] }),
      },
      limit.number ?? defaultLimit,
    );
    if (args.chosen.has('--json')) {
      printJson(host, page);
      return 0;
    }
    const shown = columnsFor(word !== undefined);
    if (page.events.length === 0) host.err('No events found.\n');
    else
      host.out(
        drawTable(
          host,
          shown,
          page.events.map((event) => rowOf(event, word !== undefined)),
        ),
      );
    if (page.nextCursor !== null) host.err(`There may be more: add --cursor ${page.nextCursor}\n`);
    return 0;
  });
}

type Filters = Parameters<Session['call']>[1];

/** Rare events may be spread over several short pages: a person gets one full page. */
async function readFullPage(session: Session, filters: Filters, limit: number) {
  const found: EventView[] = [];
  let query = filters;
  for (;;) {
    const { events: more, nextCursor } = await session.call('events.list', {
      ...query,
      limit: limit - found.length,
    });
    found.push(...more);
    if (nextCursor === null || found.length === limit) return { events: found, nextCursor };
    query = { ...filters, cursor: nextCursor };
  }
}

/** Proposes the nearest kind for each unknown one; lists all kinds once if one has no near match. */
function unknownKinds(kinds: readonly string[]): readonly string[] {
  const unknown = [...new Set(kinds)].filter((word) => !eventKindsOfLog.some((kind) => kind === word));
  const suggestions = unknown.map((word) => ({ word, nearest: findNearest(word, eventKindsOfLog) }));
  const messages = suggestions.map(({ word, nearest }) => {
    const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
    return `Unknown event kind “${cleanText(word)}”.${hint}`;
  });
  const areAllMeant = suggestions.every(({ nearest }) => nearest !== undefined);
  return areAllMeant ? messages : [...messages, `Use one of: ${eventKindsOfLog.join(', ')}.`];
}

const columnsFor = (isOneCase: boolean): readonly Column[] => [
  { head: 'when' },
  ...(isOneCase ? [] : [{ head: 'case' }, { head: 'workflow', cuts: true }]),
  { head: 'what' },
  { head: 'task', cuts: true },
  { head: 'who', cuts: true },
  { head: '', cuts: true },
];

function rowOf(event: EventView, isOneCase: boolean): readonly string[] {
  const { at, run, workflow, event: kind, task, by, to, connector, cause, names = [] } = event;
  const note =
    [to === undefined ? '' : `to ${to}`, names.join(', '), cause].find((text) => text !== '') ?? '';
  return [
    dateTimeText(at),
    ...(isOneCase ? [] : [run, workflow]),
    kind.replaceAll('_', ' '),
    task,
    by === '' ? (connector ?? '') : by,
    note,
  ].map(cleanText);
}
