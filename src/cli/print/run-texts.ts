/** Texts about runs that several verbs print. */
import { signs, type TaskState } from '../../drawing/index.ts';
import type { RunSummary } from '../../operations/index.ts';

/** `✓ completed`: runs use the same signs as tasks. */
export function stateText({ state }: Pick<RunSummary, 'state'>): string {
  return `${signs[taskStates[state]]} ${state}`;
}

const taskStates: Readonly<Record<RunSummary['state'], TaskState>> = {
  created: 'waiting',
  executing: 'under way',
  waiting: 'under way',
  suspended: 'waiting',
  completed: 'done',
  failed: 'failed',
  cancelled: 'skipped',
};

/** `2026-01-15 10:00:00`, in local time. */
export function dateTimeText(iso: string): string {
  const moment = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;
}

/** `3 min ago`: in the largest unit only. */
export function agoText(iso: string): string {
  const elapsed = Math.max(0, Date.now() - Date.parse(iso));
  const [size, name] = units.find(([min]) => elapsed >= min) ?? [1_000, 's'];
  return `${Math.floor(elapsed / size)} ${name} ago`;
}

const units: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
];
