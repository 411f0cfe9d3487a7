/** Lists the large values that an event refers to. */
import { type Payload, payloadsOf, type RunEvent } from '../../kernel/index.ts';
import type { Content, Contents } from '../../runtime/index.ts';

export function hashesOfEvent(event: RunEvent): readonly string[] {
  return payloadsOf(event).flatMap(hashesOf);
}

function hashesOf(payload: Payload): readonly string[] {
  if ('value' in payload) return [];
  if ('blob' in payload) return [payload.blob.hash];
  return Object.values('list' in payload ? payload.list : payload.record).flatMap(hashesOf);
}

/** The values of those references, each once. */
export async function contentsOfEvents(
  contents: Contents,
  tenant: string,
  events: readonly RunEvent[],
): Promise<readonly Content[]> {
  const hashes = [...new Set(events.flatMap(hashesOfEvent))];
  const found = await Promise.all(
    hashes.map(async (hash): Promise<readonly Content[]> => {
      const text = await contents.find(tenant, 'payload', hash);
      return text === undefined ? [] : [{ kind: 'payload', hash, text }];
    }),
  );
  return found.flat();
}
