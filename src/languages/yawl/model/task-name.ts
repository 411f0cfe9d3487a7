/** The display name of a task, as in timer predicates and in texts for people. */
import type { YawlTask } from './schema.ts';

/** Its name. Without one: its id without the number that YAWL's editor adds: `3_Ship` and `Ship_3` are `Ship`. */
export function taskNameOf({ name, id }: Pick<YawlTask, 'name' | 'id'>): string {
  if (name !== '') return name;
  const at = id.indexOf('_');
  if (at < 0) return id;
  const head = id.slice(0, at);
  return /^\d+$/.test(head) ? id.slice(at + 1) : head;
}
