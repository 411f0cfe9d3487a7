/** Finds commands by their names: its own, the canonical one, and the operation id. An id that two have finds none of them. */
import type { CommandEntry } from './catalog.ts';

type Named = Pick<CommandEntry, 'name' | 'canonical' | 'operationId'>;

export function placesOf(commands: readonly Named[]): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (const [at, { operationId }] of commands.entries()) {
    if (operationId !== null) ids.set(operationId, ids.has(operationId) ? -1 : at);
  }
  return new Map([
    ...ids,
    ...commands.map(({ canonical }, at) => [canonical, at] as const),
    ...commands.map(({ name }, at) => [name, at] as const),
  ]);
}
