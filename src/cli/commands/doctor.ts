/** `signalbox doctor`: checks the installation, and says how to fix what it finds. */

import { existsSync } from 'node:fs';
import { cleanText } from '../../drawing/index.ts';
import { OperationError, resolveSettings } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { folderOptions, jsonOption } from '../arguments/options.ts';
import { checkAccess } from '../doctor/check-access.ts';
import { checkApp } from '../doctor/check-app.ts';
import { checkDataFolder, checkKeyFile, checkStore } from '../doctor/check-folder.ts';
import { checkClock, checkDisk, checkNode } from '../doctor/check-machine.ts';
import { checkRedis } from '../doctor/check-redis.ts';
import { type Finding, fail, type Verdict, warn } from '../doctor/finding.ts';
import type { Host } from '../host/host.ts';
import { pluralize } from '../print/pluralize.ts';
import { renderForCli } from '../print/print-error.ts';
import { printJson } from '../print/print-json.ts';
import { createStyles } from '../print/styles.ts';
import { openSession } from '../session/session.ts';

export const doctor: Command = {
  meaning:
    'Checks the version of Node.js, the data folder, the database, the disk, the clock, the keys, the credentials, the\nworkflows, the connectors and Redis, and says how to fix each problem. Exits with 1 if a check fails.',
  options: [jsonOption, ...folderOptions],
  examples: ['doctor'],
  run: runDoctor,
};

async function runDoctor(args: CommandArguments, host: Host): Promise<number> {
  const findings = await examine(args, host);
  const isWell = findings.every(({ verdict }) => verdict !== 'fail');
  if (args.chosen.has('--json')) printJson(host, { ok: isWell, findings });
  else printFindings(host, findings);
  return isWell ? 0 : 1;
}

async function examine(args: CommandArguments, host: Host): Promise<readonly Finding[]> {
  const { settings, problems, warnings } = resolveSettings({
    flags: args.values,
    env: host.environment,
    folder: host.folder,
    program: host.program,
  });
  const folder = settings.data;
  const data = checkDataFolder(folder);
  const outside = [
    checkNode(process.version),
    ...problems.map((problem) =>
      fail('settings', problem, 'Correct the setting. “signalbox config” shows the effective settings.'),
    ),
    ...warnings.map((warning) => warn('settings', warning, 'Remove it; it has no effect.')),
    data,
    ...checkKeyFile(folder),
    ...(await checkAccess(settings, host.environment)),
    ...(problems.length > 0 ? [] : await checkRedis(settings)),
    checkDisk(folder),
  ];
  // A data folder that does not exist is not created by the check, and a broken one is not opened.
  if (problems.length > 0 || data.verdict === 'fail' || !existsSync(folder))
    return [...outside, checkClock(Date.now(), undefined)];
  const store = await checkStore(folder);
  const before = [...outside, store];
  return store.verdict === 'fail' ? before : [...before, ...(await examineInside(args, host))];
}

async function examineInside(args: CommandArguments, host: Host): Promise<readonly Finding[]> {
  try {
    const opened = await openSession(args, host, { readOnly: true });
    try {
      return await checkApp(opened.session, host);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { message, suggestedAction, violations = [] } = await renderForCli(error.details);
    const listed = violations.map((each) => each.message).filter((each) => !message.includes(each));
    return [fail('opening', [message, ...listed].join(' '), suggestedAction)];
  }
}

const signs: Readonly<Record<Verdict, string>> = { ok: '✓', warn: '!', fail: '✗' };

function printFindings(host: Host, findings: readonly Finding[]): void {
  const styles = createStyles(host.colour);
  const paints = { ok: styles.good, warn: styles.warning, fail: styles.bad };
  const width = Math.max(...findings.map(({ what }) => what.length));
  for (const { what, verdict, found, advice } of findings) {
    host.out(`${paints[verdict](signs[verdict])} ${what.padEnd(width)}  ${cleanText(found)}\n`);
    if (advice !== '') host.out(`  ${' '.repeat(width)}  → ${cleanText(advice)}\n`);
  }
  const count = (verdict: Verdict) => findings.filter((each) => each.verdict === verdict).length;
  host.out(`\n${pluralize(count('fail'), 'failure')}, ${pluralize(count('warn'), 'warning')}\n`);
}
