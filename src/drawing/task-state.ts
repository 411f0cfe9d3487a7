/** The state of a task in a run, and its sign. Colour only repeats the sign. */

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

/** The legend of the signs, on one line. */
export const signLegend = Object.entries(signs)
  .map(([state, sign]) => `${sign} ${state}`)
  .join('   ');

/** The signs to the left (join) and right (split) of a name. */
export const routingLegend = '∧ all   × one   ○ any number   left of a name: join, right: split';

const codes: Readonly<Record<TaskState, string>> = {
  waiting: '',
  'under way': '1;36',
  done: '32',
  failed: '1;31',
  undone: '35',
  skipped: '2',
};

/** @returns the text in the colour of the state, with terminal escape sequences */
export function paint(text: string, state: TaskState): string {
  const code = codes[state];
  return code === '' || text === '' ? text : `\u001b[${code}m${text}\u001b[0m`;
}
