/** Prints validation errors: position, message, the source line with a caret, and the proposal. */
import { cleanText } from '../../drawing/index.ts';
import type { FileReport, Repair, SourceFile, Violation } from '../../operations/index.ts';
import { codeFrame, isUnlistedEntry } from '../../operations/offline.ts';
import type { Host } from '../host/host.ts';
import { pluralize } from './pluralize.ts';
import { createStyles } from './styles.ts';

/** @param sources the texts that the reports are about */
export function printReports(
  host: Host,
  reports: readonly FileReport[],
  sources: readonly SourceFile[],
  write: (text: string) => void = host.out,
): void {
  for (const { path, violations, warnings } of reports) {
    const text = sources.find((source) => source.path === path)?.text ?? '';
    for (const each of violations) write(`${describe(host, path, text, each, 'error')}\n\n`);
    for (const each of warnings) write(`${describe(host, path, text, each, 'warning')}\n\n`);
  }
}

/** The fixes that were applied to a file. */
export function printRepair(
  host: Host,
  path: string,
  { applied, stopped }: Pick<Repair, 'applied' | 'stopped'>,
): void {
  const styles = createStyles(host.colour);
  host.out(`${styles.strong(cleanText(path))}: ${pluralize(applied.length, 'proposal')} applied\n`);
  for (const { line, column, rule, suggestion } of applied) {
    host.out(`  ${line}:${column}  ${rule}  → ${cleanText(suggestion?.text ?? '')}\n`);
  }
  if (stopped !== undefined) host.out(`  ${stopped} Run the command again to correct more.\n`);
  host.out('\n');
}

function describe(
  host: Host,
  path: string,
  text: string,
  violation: Violation,
  weight: 'error' | 'warning',
): string {
  const { rule, message, line, column, suggestion } = violation;
  const styles = createStyles(host.colour);
  const place = styles.strong(`${cleanText(path)}:${line}:${column}`);
  const kind = weight === 'error' ? styles.bad(rule) : styles.warning(`warning: ${rule}`);
  const frame =
    text === '' || isUnlistedEntry(violation)
      ? []
      : [codeFrame(text, violation, { colour: host.colour, width: host.columns })];
  // The message may already contain the proposal.
  const proposal =
    suggestion === null || message.includes(suggestion.text) ? [] : [`→ ${cleanText(suggestion.text)}`];
  return [`${place}  ${kind}`, cleanText(message), ...frame, ...proposal].join('\n');
}
