/** `signalbox purge`: removes runs that ended long ago. */
import { describeDuration } from '../../expression/index.ts';
import { OperationError } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, optionValue, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { createRepainter } from '../live/repainter.ts';
import { pluralize } from '../print/pluralize.ts';
import { printJson } from '../print/print-json.ts';
import { dateTimeText } from '../print/run-texts.ts';
import { type Session, withSession } from '../session/session.ts';

/** Runs between two progress messages. */
const batchSize = 500;

export const purge: Command = {
  meaning:
    'Removes runs, with all their data, that ended longer ago than --older-than (30d, 12h) or before a date (2026-01-15).\nDefault: the setting “retention”. Data that other runs need is kept.',
  options: [
    {
      name: '--older-than',
      value: 'TIME',
      meaning: 'age since the end of the run, or a date',
    },
    { name: '--dry-run', meaning: 'only counts the runs that would be removed' },
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['purge --older-than 30d --dry-run', 'purge --older-than 2026-01-15'],
  run: runPurge,
};

async function runPurge(args: CommandArguments, host: Host): Promise<number> {
  return withSession(args, host, async (session) => {
    const { retention } = session.settings;
    const olderThan =
      optionValue(args, '--older-than') ?? (retention === null ? null : describeDuration(retention));
    if (olderThan === null) {
      host.err('The settings keep runs forever. Set a time with --older-than.\n');
      return 2;
    }
    const purging = args.chosen.has('--dry-run')
      ? session.call('retention.purge', { olderThan, dryRun: true })
      : purgeAll(session, host, olderThan);
    const report = await purging.catch((error: unknown) => {
      throw explainTime(error, olderThan);
    });
    if (args.chosen.has('--json')) printJson(host, report);
    else host.out(`${describe(report)}\n`);
    return 0;
  });
}

/** With the option name of the command line. */
function explainTime(error: unknown, typed: string): unknown {
  if (!(error instanceof OperationError)) return error;
  const { violations = [], ...details } = error.details;
  if (!violations.some(({ path }) => path === 'olderThan')) return error;
  return new OperationError({
    ...details,
    message: `“${typed}” is not a time. --older-than takes a duration such as 30d, or a date such as 2026-01-15.`,
    suggestedAction: 'Run “signalbox purge --older-than 30d --dry-run” to count what would be removed.',
  });
}

/** The limit is computed once: runs that end during the purge stay. */
async function purgeAll(session: Session, host: Host, olderThan: string) {
  const { terminal } = host;
  const repainter = createRepainter(terminal);
  let report = await session.call('retention.purge', { olderThan, limit: batchSize });
  let purged = report.purged;
  while (report.more && report.purged > 0) {
    if (terminal.canRedraw) repainter.paint([`${purged} removed, ${report.remaining} to go`]);
    report = await session.call('retention.purge', { olderThan: report.endedBefore, limit: batchSize });
    purged += report.purged;
  }
  repainter.clear();
  return { ...report, purged };
}

function describe({ endedBefore, purged, remaining, dryRun }: Awaited<ReturnType<typeof purgeAll>>): string {
  const before = `ended before ${dateTimeText(endedBefore)}`;
  if (dryRun) return `${pluralize(remaining, 'run')} ${before} and would be removed.`;
  return `${pluralize(purged, 'run')} that ${before} ${purged === 1 ? 'is' : 'are'} removed.`;
}
