/** Prints an error: the message, each violation on its own line, and the suggested action; or JSON. */
import {
  type RenderedError,
  type RenderedViolation,
  renderError,
} from '../../operations/contract/render-error.ts';
import type { ErrorDetails } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { cleanLines, oneLine } from './clean-lines.ts';
import { nameSyntax } from './name-syntax.ts';
import { printJson } from './print-json.ts';
import { createStyles } from './styles.ts';

export async function printError(host: Host, details: ErrorDetails, asJson: boolean): Promise<void> {
  const error = await renderForCli(details);
  if (asJson) printJson(host, { error: presentError(error) });
  else host.err(describeError(error, host.terminal.colour));
}

/** With the code and the fields that the design of its operation has; then `error_code` names the page about it. */
function presentError({ present, ...error }: RenderedError): object {
  if (present === undefined) return error;
  const { code, category, message, context = {}, violations = [] } = error;
  return { ...error, error_code: code, ...present({ code, category, message, context, violations }) };
}

/** Operations are named by their verbs. The declarations of all operations take a while to load, so this happens late. */
export async function renderForCli(details: ErrorDetails): Promise<RenderedError> {
  const { nameForCli } = await import('./name-for-cli.ts');
  return renderError(details, nameForCli);
}

/** Invalid input and unknown names are usage errors. */
export function exitCodeOf({ category }: ErrorDetails): number {
  return category === 'validation' || category === 'not_found' ? 2 : 1;
}

export function describeError(error: RenderedError, colour: boolean): string {
  const { message, suggestedAction, violations = [], language } = error;
  const styles = createStyles(colour);
  const summary = withoutViolationList(message, violations[0]?.message);
  const listed = violations
    .filter(({ line, message: each }) => line !== undefined || !summary.includes(each))
    .map((violation) => `  ${positionPrefix(violation)}${oneLine(violation.message)}`);
  const advice = [oneLine(suggestedAction), ...(language === undefined ? [] : [nameSyntax([language])])].map(
    (each) => `→ ${each}`,
  );
  const [head = '', ...others] = cleanLines(summary);
  return [styles.bad(head), ...others.map((line) => `  ${line}`), ...listed, ...advice]
    .map((line) => `${line}\n`)
    .join('');
}

/** `4:12  `; empty if the message already names the position. */
function positionPrefix({ message, line, column }: RenderedViolation): string {
  if (line === undefined) return '';
  const place = column === undefined ? `${line}` : `${line}:${column}`;
  return message.includes(`:${place}:`) ? '' : `${place}  `;
}

/** Cuts the list of violations off the message: they follow on their own lines. */
function withoutViolationList(message: string, first: string | undefined): string {
  const at = first === undefined ? -1 : message.indexOf(first);
  return at <= 0 ? message : message.slice(0, at).trimEnd();
}
