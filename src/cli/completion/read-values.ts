/** Reads the values of an argument as they are now: from the process that owns the data folder, or from the folder. */
import { existsSync } from 'node:fs';
import type { Json } from '../../expression/index.ts';
import { resolveSettings } from '../../operations/offline.ts';
import type { CommandArguments } from '../arguments/command.ts';
import type { Host } from '../host/host.ts';
import { openSession } from '../session/session.ts';
import type { Candidate } from './complete-words.ts';
import type { OperationSource } from './value-sources.ts';

/**
 * Calls back with the values of each source, so that they can be printed before the session is closed. A data folder
 * that does not exist is not created.
 * @param given options of the verb, such as `--data`
 */
export async function readValues(
  sources: readonly OperationSource[],
  typed: string,
  given: CommandArguments,
  host: Host,
  found: (candidates: readonly Candidate[]) => void,
): Promise<void> {
  const { environment: env, folder, program } = host;
  const { settings } = resolveSettings({ flags: given.values, env, folder, program });
  if (sources.length === 0 || !existsSync(settings.data)) return;
  const silent: Host = {
    ...host,
    err: () => {},
    terminal: { ...host.terminal, canRedraw: false, write: () => {} },
  };
  const { session, close } = await openSession(given, silent, { readOnly: true });
  try {
    for (const source of sources) {
      // One that fails leaves the others: the operation may be unknown to the owner, or not permitted.
      const answer = await session.call(source.operation as never, source.input(typed)).catch(() => null);
      found([...(source.also ?? []), ...candidatesIn(answer, source)]);
    }
  } finally {
    await close();
  }
}

function candidatesIn(answer: Json, { list, value, meaning }: OperationSource): readonly Candidate[] {
  const entries = fieldOf(answer, list);
  return (Array.isArray(entries) ? entries : []).flatMap((entry): readonly Candidate[] => {
    const word = fieldOf(entry, value);
    if (typeof word !== 'string') return [];
    const texts = meaning.map((name) => fieldOf(entry, name)).filter((text) => typeof text === 'string');
    return [{ word, meaning: texts.filter((text) => text !== '').join(', ') }];
  });
}

const fieldOf = (json: Json | undefined, name: string): Json | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && Object.hasOwn(json, name)
    ? (json as { readonly [key: string]: Json })[name]
    : undefined;
