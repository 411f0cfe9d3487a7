/** Prints an error: the message, each violation on its own line, and the suggested action; or JSON. */
import type { ErrorDetails } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { cleanLines, oneLine } from './clean-lines.ts';
import { nameSyntax } from './name-syntax.ts';
import { printJson } from './print-json.ts';
import { createStyles } from './styles.ts';

export function printError(host: Host, details: ErrorDetails, asJson: boolean): void {
  if (asJson) printJson(host, { error: details });
  else host.err(describeError(details, host.terminal.colour));
}

/** Invalid input and unknown names are usage errors. */
export function exitCodeOf({ category }: ErrorDetails): number {
  return category === 'validation' || category === 'not_found' ? 2 : 1;
}

export function describeError(
  { message, suggestedAction, violations = [], language }: ErrorDetails,
  colour: boolean,
): string {
  const styles = createStyles(colour);
  const summary = withoutViolationList(message, violations[0]?.message);
  const listed = violations
    .filter(({ line, message: each }) => line !== undefined || !summary.includes(each))
    .map((violation) => `  ${positionPrefix(violation)}${oneLine(violation.message)}`);
  const advice = [
    ...(suggestedAction === undefined ? [] : [oneLine(withCliVerbs(suggestedAction))]),
    ...(language === undefined ? [] : [nameSyntax([language])]),
  ].map((each) => `→ ${each}`);
  const [head = '', ...others] = cleanLines(summary);
  return [styles.bad(head), ...others.map((line) => `  ${line}`), ...listed, ...advice]
    .map((line) => `${line}\n`)
    .join('');
}

/** `4:12  `; empty if the message already names the position. */
function positionPrefix({ message, line, column }: NonNullable<ErrorDetails['violations']>[number]): string {
  if (line === undefined) return '';
  const place = column === undefined ? `${line}` : `${line}:${column}`;
  return message.includes(`:${place}:`) ? '' : `${place}  `;
}

/** Cuts the list of violations off the message: they follow on their own lines. */
function withoutViolationList(message: string, first: string | undefined): string {
  const at = first === undefined ? -1 : message.indexOf(first);
  return at <= 0 ? message : message.slice(0, at).trimEnd();
}

/** Replaces operation names by the verbs that call them. */
function withCliVerbs(text: string): string {
  return text.replaceAll(/“((?:runs|items|definitions|retention|keys)\.\w+)”/g, (whole, name: string) =>
    Object.hasOwn(verbs, name) ? `“${verbs[name]}”` : whole,
  );
}

const verbs: Readonly<Record<string, string>> = {
  'definitions.list': 'signalbox workflows',
  'definitions.validate': 'signalbox validate',
  'items.add': 'signalbox item add',
  'items.complete': 'signalbox answer',
  'items.delegate': 'signalbox item delegate',
  'items.force': 'signalbox item force',
  'items.get': 'signalbox items',
  'items.hold': 'signalbox item hold',
  'items.list': 'signalbox items',
  'items.release': 'signalbox item release',
  'items.resume': 'signalbox item resume',
  'items.rollback': 'signalbox item rollback',
  'items.skip': 'signalbox item skip',
  'items.suspend': 'signalbox item suspend',
  'keys.list': 'signalbox key list',
  'keys.revoke': 'signalbox key revoke',
  'retention.purge': 'signalbox purge',
  'runs.cancel': 'signalbox cancel',
  'runs.export': 'signalbox export',
  'runs.fork': 'signalbox fork',
  'runs.get': 'signalbox show',
  'runs.history': 'signalbox show',
  'runs.list': 'signalbox runs',
  'runs.reopen': 'signalbox reopen',
  'runs.replay': 'signalbox replay',
  'runs.resume': 'signalbox resume',
  'runs.start': 'signalbox run',
};
