/**
 * Names the tools that run workflows. Names are valid in every host, unique, and stable. An id is the name of a
 * workflow, or `domain.name` if two domains have that name.
 */
import { createHash } from 'node:crypto';

const maxNameLength = 64;
const legal = /^[a-zA-Z0-9_-]+$/;

/** @returns the name of the tool, by id */
export function nameWorkflowTools(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...ids].sort();
  const plain = groupByName(sorted);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const give = (id: string, name: string): void => {
    names.set(id, name);
    taken.add(name);
  };
  for (const [name, those] of plain) {
    // An id that needs no rewriting gets the name before one that does.
    const owner = those.find((id) => `w_${id}` === name) ?? (those.length === 1 ? those[0] : undefined);
    if (owner !== undefined && legal.test(name) && name.length <= maxNameLength) give(owner, name);
  }
  for (const id of sorted) {
    if (!names.has(id)) give(id, markedName(id, taken));
  }
  return names;
}

function groupByName(ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const name = `w_${id.replaceAll('.', '_')}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [id]);
    else group.push(id);
  }
  return groups;
}

/** Part of a hash makes it unique. It depends on the id alone, so that other workflows do not change it. */
function markedName(id: string, taken: ReadonlySet<string>): string {
  const readable = id.replaceAll(/[^a-zA-Z0-9_-]+/g, '_');
  for (let attempt = 0; ; attempt++) {
    const mark = createHash('sha256')
      .update(attempt === 0 ? id : `${id} ${attempt}`)
      .digest('hex')
      .slice(0, 8);
    const name = `w_${readable.slice(0, maxNameLength - mark.length - 3)}_${mark}`;
    if (!taken.has(name)) return name;
  }
}
