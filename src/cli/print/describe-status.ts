/** Describes the status of a run in one line, what was undone, and each thing it waits for. */
import { cleanText, signs } from '../../drawing/index.ts';
import type { RunView, RunWait } from '../../operations/index.ts';
import { describeWho } from '../../operations/offline.ts';
import { cleanLines, oneLine } from './clean-lines.ts';
import { durationText } from './duration-text.ts';
import { dateTimeText } from './run-texts.ts';
import type { Styles } from './styles.ts';

/** `✓ completed after 3.2 s`. */
export function describeStatus(view: RunView, styles: Styles): string {
  const { status, state, failure, createdAt, endedAt } = view;
  const elapsed =
    endedAt === null ? '' : ` after ${durationText(Date.parse(endedAt) - Date.parse(createdAt))}`;
  switch (status) {
    case 'completed':
      return `${styles.good('✓ completed')}${elapsed}`;
    case 'failed': {
      const task = failure === null || failure.task === '' ? '' : ` at “${cleanText(failure.task)}”`;
      const why = failure === null ? '' : `: ${cleanText(failure.code)}, ${oneLine(failure.message)}`;
      return `${styles.bad('✗ failed')}${elapsed}${task}${why}`;
    }
    case 'cancelled':
      return `${styles.warning('– cancelled')}${elapsed}`;
    default:
      return `${styles.warning(`● ${state}`)}`;
  }
}

/** One line; none if nothing was undone. */
export function describeUndone({ undone }: Pick<RunView, 'undone'>): readonly string[] {
  return undone.length === 0 ? [] : [`${signs.undone} undone: ${cleanText(undone.join(', '))}`];
}

/** One line; more if the message has several. */
export function describeWait(wait: RunWait): readonly string[] {
  const name = cleanText(`${wait.task}${wait.index < 0 ? '' : ` #${wait.index + 1}`}`);
  switch (wait.kind) {
    case 'item': {
      const held = wait.holder === '' ? '' : ` (held by ${cleanText(wait.holder)})`;
      const [first = '', ...others] = cleanLines(wait.message);
      const isForOthers = wait.who !== null && !wait.personMayAnswer;
      const whom = isForOthers ? ` (for ${cleanText(describeWho(wait.who))})` : '';
      const marks = `${whom}${held}`;
      const who = name === '' ? `?${marks}` : `? ${name} asks${marks}${first === '' ? '' : ':'}`;
      return [`${who} ${first}`.trimEnd(), ...others.map((line) => `  ${line}`.trimEnd())];
    }
    case 'timer':
      return [`● ${name} waits until ${dateTimeText(wait.due)}`];
    case 'signal': {
      const end = wait.due === null ? '' : `, until ${dateTimeText(wait.due)} at most`;
      return [`● ${name} waits for the signal “${cleanText(wait.signal)}”${end}`];
    }
    case 'call':
      return [
        `● ${name} calls ${cleanText(wait.operation)}${wait.attempt > 1 ? ` (attempt ${wait.attempt})` : ''}`,
      ];
  }
}
