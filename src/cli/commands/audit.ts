/** `signalbox audit`: lists who did what, and what was refused. */
import { cleanText } from '../../drawing/index.ts';
import type { AuditView } from '../../operations/index.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, numberOption, optionValue, pageOptions, sessionOptions } from '../arguments/options.ts';
import { describeInvalidTimes, timeOption, timeRangeFields } from '../arguments/time-option.ts';
import type { Host } from '../host/host.ts';
import { type Column, drawTable } from '../print/draw-table.ts';
import { printJson } from '../print/print-json.ts';
import { dateTimeText } from '../print/run-texts.ts';
import { withSession } from '../session/session.ts';

export const audit: Command = {
  meaning:
    'Lists what was done and what was refused, the newest first: by whom, when, and by which request. Repeated equal\nrefusals are one line with a count.',
  options: [
    { name: '--subject', value: 'NAME', meaning: 'only entries of this subject' },
    { name: '--operation', value: 'NAME', meaning: 'only this operation, such as runs.start' },
    { name: '--target', value: 'ID', meaning: 'only entries about this run, work item, key or document' },
    { name: '--code', value: 'CODE', meaning: 'only refusals with this code' },
    { name: '--correlation', value: 'ID', meaning: 'only entries of this request' },
    { name: '--refused', meaning: 'only refused requests' },
    { name: '--done', meaning: 'only successful requests' },
    { name: '--since', value: 'TIME', meaning: 'only since then: a date, or how long ago (2h, 7d)' },
    { name: '--until', value: 'TIME', meaning: 'only before then' },
    { name: '--unknown', meaning: 'refusals of unauthenticated callers; they have no tenant' },
    ...pageOptions,
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['audit --refused --since 1d', 'audit --subject key:reports', 'audit --unknown'],
  run: runAudit,
};

const fields: Readonly<Record<string, string>> = {
  '--subject': 'subject',
  '--operation': 'operation',
  '--target': 'target',
  '--code': 'code',
  '--correlation': 'correlationId',
  '--cursor': 'cursor',
};

async function runAudit(args: CommandArguments, host: Host): Promise<number> {
  const limit = numberOption(args, '--limit', 1, 500);
  const isBoth = args.chosen.has('--refused') && args.chosen.has('--done');
  const wrong = [
    ...(limit.kind === 'misunderstood' ? [limit.message] : []),
    ...describeInvalidTimes(args, Object.keys(timeRangeFields)),
    ...(isBoth ? ['Use either --refused or --done. Without them, everything is listed.'] : []),
  ];
  if (limit.kind === 'misunderstood' || wrong.length > 0) {
    host.err(wrong.map((each) => `${each}\n`).join(''));
    return 2;
  }
  const filters = [
    ...Object.entries(fields).map(([option, field]) => [field, optionValue(args, option)] as const),
    ...Object.entries(timeRangeFields).map(
      ([option, field]) => [field, timeOption(args, option) ?? null] as const,
    ),
    [
      'outcome',
      args.chosen.has('--refused') ? 'refused' : args.chosen.has('--done') ? 'done' : null,
    ] as const,
  ].filter(([, value]) => value !== null);
  const options = { readOnly: true, ...(args.chosen.has('--unknown') ? { tenant: '' } : {}) };
  return withSession(
    args,
    host,
    async (session) => {
      const page = await session.call('audit.list', {
        limit: limit.number ?? 50,
        ...Object.fromEntries(filters),
      });
      if (args.chosen.has('--json')) {
        printJson(host, page);
        return 0;
      }
      if (page.entries.length === 0) host.err('No entries found.\n');
      else host.out(drawTable(host, columns, page.entries.map(rowOf)));
      if (page.nextCursor !== null) host.err(`There may be more: add --cursor ${page.nextCursor}\n`);
      return 0;
    },
    options,
  );
}

const columns: readonly Column[] = [
  { head: 'when' },
  { head: 'who', cuts: true },
  { head: 'what', cuts: true },
  { head: 'outcome' },
  { head: 'about', cuts: true },
  { head: 'request', cuts: true },
];

function rowOf(entry: AuditView) {
  const { at, subject, operation, outcome, code, target, correlationId, via, times: count } = entry;
  const often = count === 1 ? '' : ` × ${count}`;
  const ended = outcome === 'done' ? 'done' : `refused: ${code}${often}`;
  const who = `${subject === '' ? 'unknown' : subject}${via === '' ? '' : ` (${via})`}`;
  return [dateTimeText(at), who, operation, ended, target, correlationId].map(cleanText);
}
