/** `signalbox audit`: who did what, and what was refused. */
import { cleanText } from '../../drawing/index.ts';
import type { AuditView } from '../../operations/index.ts';
import type { Command, Given } from '../command.ts';
import { type Column, drawTable } from '../draw-table.ts';
import type { Host } from '../host.ts';
import { misreadMoments, momentOf, spanFields } from '../moment-option.ts';
import { jsonOption, numberOf, optionValue, pageOptions, sessionOptions } from '../options.ts';
import { printJson } from '../print-json.ts';
import { momentText } from '../run-words.ts';
import { withSession } from '../session.ts';

export const audit: Command = {
  meaning:
    'Lists what was done and what was refused, the newest first: by whom, when, and by which request. The same refusal\nagain and again is one line with a count.',
  options: [
    { name: '--subject', value: 'NAME', meaning: 'only what they did or were refused' },
    { name: '--operation', value: 'NAME', meaning: 'only this operation, such as runs.start' },
    { name: '--target', value: 'ID', meaning: 'only about this run, work item, key or document' },
    { name: '--code', value: 'CODE', meaning: 'only refusals with this code' },
    { name: '--correlation', value: 'ID', meaning: 'only what this request did' },
    { name: '--refused', meaning: 'only what was refused' },
    { name: '--done', meaning: 'only what was done' },
    { name: '--since', value: 'TIME', meaning: 'only since then: a date, or how long ago (2h, 7d)' },
    { name: '--until', value: 'TIME', meaning: 'only before then' },
    { name: '--unknown', meaning: 'what callers were refused whom nobody knows; they have no tenant' },
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

async function runAudit(given: Given, host: Host): Promise<number> {
  const limit = numberOf(given, '--limit', 1, 500);
  const isBoth = given.chosen.has('--refused') && given.chosen.has('--done');
  const wrong = [
    ...(limit.kind === 'misunderstood' ? [limit.message] : []),
    ...misreadMoments(given, Object.keys(spanFields)),
    ...(isBoth ? ['Either --refused or --done: without both, everything is listed.'] : []),
  ];
  if (limit.kind === 'misunderstood' || wrong.length > 0) {
    host.err(wrong.map((each) => `${each}\n`).join(''));
    return 2;
  }
  const filters = [
    ...Object.entries(fields).map(([option, field]) => [field, optionValue(given, option)] as const),
    ...Object.entries(spanFields).map(([option, field]) => [field, momentOf(given, option) ?? null] as const),
    [
      'outcome',
      given.chosen.has('--refused') ? 'refused' : given.chosen.has('--done') ? 'done' : null,
    ] as const,
  ].filter(([, value]) => value !== null);
  const wishes = { looks: true, ...(given.chosen.has('--unknown') ? { tenant: '' } : {}) };
  return withSession(
    given,
    host,
    async (session) => {
      const page = await session.call('audit.list', {
        limit: limit.number ?? 50,
        ...Object.fromEntries(filters),
      });
      if (given.chosen.has('--json')) {
        printJson(host, page);
        return 0;
      }
      if (page.entries.length === 0) host.err('There is nothing of that kind.\n');
      else host.out(drawTable(host, columns, page.entries.map(rowOf)));
      if (page.nextCursor !== null) host.err(`There may be more: add --cursor ${page.nextCursor}\n`);
      return 0;
    },
    wishes,
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

function rowOf({ at, subject, operation, outcome, code, target, correlationId, times: count }: AuditView) {
  const often = count === 1 ? '' : ` × ${count}`;
  const ended = outcome === 'done' ? 'done' : `refused: ${code}${often}`;
  const who = subject === '' ? 'unknown' : subject;
  return [momentText(at), who, operation, ended, target, correlationId].map(cleanText);
}
