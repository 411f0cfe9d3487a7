/** How far a task of a run has come, and the sign by which it is shown. Colour only repeats what the sign says. */

export type TaskState = 'waiting' | 'under way' | 'done' | 'failed' | 'undone' | 'skipped';

export type TaskStates = ReadonlyMap<string, TaskState>;

export const signs: Readonly<Record<TaskState, string>> = {
  waiting: '·',
  'under way': '●',
  done: '✓',
  failed: '✗',
  undone: '↶',
  skipped: '–',
};

/** What the signs mean, on one line. */
export const signLegend = Object.entries(signs)
  .map(([state, sign]) => `${sign} ${state}`)
  .join('   ');

/** What stands left (ways in) and right (ways out) of a name. */
export const routingLegend = '∧ all   × one   ○ any number   left of a name: ways in, right: ways out';

const codes: Readonly<Record<TaskState, string>> = {
  waiting: '',
  'under way': '1;36',
  done: '32',
  failed: '1;31',
  undone: '35',
  skipped: '2',
};

/** @returns the text in the colour of the state, as terminals are told */
export function paint(text: string, state: TaskState): string {
  const code = codes[state];
  return code === '' || text === '' ? text : `\u001b[${code}m${text}\u001b[0m`;
}
