/** The work of the crash suite: one run of every workflow in trials.yaml, with unique inputs. */
import { fileURLToPath } from 'node:url';
import type { RunStart } from './worker-pool.ts';

export const trialsFolder = fileURLToPath(new URL('.', import.meta.url));

const names = [
  'in_a_row',
  'side_by_side',
  'one_by_one',
  'trying',
  'waiting',
  'undone',
  'asking',
  'doubtful',
  'nested',
  'large',
];

export const startsOf = (url: string, batch: string): readonly RunStart[] =>
  names.map((workflow) => {
    const id = `${workflow}-${batch}`;
    const text = workflow === 'large' ? { text: `${id} `.repeat(3_000) } : {};
    return { key: id, workflow, params: { url, id, ...text } };
  });
