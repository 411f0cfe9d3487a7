/** Indexes what the log needs of a program: what each task does, and which tasks an author wrote. */
import type { Net, Program, Task } from '../../kernel/index.ts';
import { LruCache, type RunRecord, type Store, type TaskFilter } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { readPinned } from '../runs/read-model/pinned-definition.ts';

export interface ProgramIndex {
  readonly root: string;
  readonly shows: TaskFilter;
  /** Some of its work can be undone. */
  readonly undoes: boolean;
  /** After a failure, active work in the net finishes first. */
  settles(net: string): boolean;
  /** `undefined` if the net has no such task. */
  find(net: string, task: string): Task | undefined;
  /** The nets that have such a task. */
  netsWith(task: string): readonly string[];
}

const maxRemembered = 100;

const remembered = new WeakMap<Store, LruCache<Promise<ProgramIndex>>>();

/** Computed once for all cases that are pinned to it. */
export function programIndexOf(services: Services, record: RunRecord): Promise<ProgramIndex> {
  const memory = remembered.get(services.store) ?? new LruCache<Promise<ProgramIndex>>(maxRemembered);
  remembered.set(services.store, memory);
  const key = JSON.stringify([record.tenant, record.program, record.revision]);
  const known = memory.get(key);
  if (known !== undefined) return known;
  const index = readProgramIndex(services, record);
  memory.set(key, index);
  index.catch(() => memory.delete(key));
  return index;
}

async function readProgramIndex(services: Services, record: RunRecord): Promise<ProgramIndex> {
  const text = await services.store.contents.find(record.tenant, 'program', record.program);
  // The case is being removed: nothing is left to report.
  if (text === undefined) return createProgramIndex({ root: record.workflow, nets: [] }, () => true);
  const program: Program = JSON.parse(text);
  const { shows } = await readPinned(services, { record, program });
  return createProgramIndex(program, shows);
}

export function createProgramIndex(
  { root, nets }: Pick<Program, 'root' | 'nets'>,
  shows: TaskFilter,
): ProgramIndex {
  const tasks = new Map(nets.map((net) => [net.id, tasksOf(net)]));
  const netsByTask = new Map<string, string[]>();
  for (const net of nets) {
    for (const { id } of net.tasks) netsByTask.set(id, [...(netsByTask.get(id) ?? []), net.id]);
  }
  return {
    root,
    shows,
    undoes: nets.some((net) => net.tasks.some(({ undo }) => undo !== undefined)),
    settles: (id) => nets.some((net) => net.id === id && net.onFailure === 'settle'),
    find: (net, task) => tasks.get(net)?.get(task),
    netsWith: (task) => netsByTask.get(task) ?? [],
  };
}

const tasksOf = ({ tasks }: Net): ReadonlyMap<string, Task> => new Map(tasks.map((task) => [task.id, task]));
