/** Content by hash, with its references: programs and definitions by count of runs, payloads by run. */
import type { Content, ContentKind } from '../ports/content.ts';
import type { Connection } from './connection.ts';

export function prepareContents(connection: Connection) {
  const selectText = connection
    .prepare<[string, ContentKind, string], string>(
      'SELECT text FROM contents WHERE tenant = ? AND kind = ? AND hash = ?',
    )
    .pluck();
  const selectBytes = connection
    .prepare<[string], number>('SELECT bytes FROM content_bytes WHERE tenant = ?')
    .pluck();
  const insertContent = connection.prepare<[string, ContentKind, string, string, number]>(
    'INSERT INTO contents (tenant, kind, hash, text, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const insertPin = connection.prepare<[string, ContentKind, string]>(
    `INSERT INTO pins (tenant, kind, hash, runs) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET runs = runs + 1`,
  );
  const decrementPin = connection.prepare<[string, ContentKind, string]>(
    'UPDATE pins SET runs = runs - 1 WHERE tenant = ? AND kind = ? AND hash = ?',
  );
  const deletePin = connection.prepare<[string, ContentKind, string]>(
    'DELETE FROM pins WHERE tenant = ? AND kind = ? AND hash = ? AND runs <= 0',
  );
  const insertUse = connection.prepare<[string, string, string]>(
    'INSERT INTO payload_uses (tenant, run, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const deleteUses = connection
    .prepare<[string, string], string>('DELETE FROM payload_uses WHERE tenant = ? AND run = ? RETURNING hash')
    .pluck();
  const deletePayload = connection.prepare<[string, string, string, string]>(
    `DELETE FROM contents WHERE tenant = ? AND kind = 'payload' AND hash = ?
       AND NOT EXISTS (SELECT 1 FROM payload_uses WHERE tenant = ? AND hash = ?)`,
  );
  const deleteProgram = connection.prepare<[string, string]>(
    "DELETE FROM contents WHERE tenant = ? AND kind = 'program' AND hash = ?",
  );
  const deleteDefinition = connection.prepare<[string, string, string, string]>(
    `DELETE FROM contents WHERE tenant = ? AND kind = 'definition' AND hash = ?
       AND NOT EXISTS (SELECT 1 FROM revisions WHERE tenant = ? AND hash = ?)`,
  );

  return {
    find: (tenant: string, kind: ContentKind, hash: string): string | undefined =>
      selectText.get(tenant, kind, hash),
    /** Maintained by triggers of the database. */
    bytes: (tenant: string): number => selectBytes.get(tenant) ?? 0,
    put(tenant: string, { kind, hash, text }: Content, at: number): void {
      insertContent.run(tenant, kind, hash, text, at);
    },
    use(tenant: string, run: string, hash: string): void {
      insertUse.run(tenant, run, hash);
    },
    pin(tenant: string, kind: 'program' | 'definition', hash: string): void {
      insertPin.run(tenant, kind, hash);
    },
    unpin(tenant: string, kind: 'program' | 'definition', hash: string): void {
      decrementPin.run(tenant, kind, hash);
      if (deletePin.run(tenant, kind, hash).changes === 0) return;
      if (kind === 'program') deleteProgram.run(tenant, hash);
      else deleteDefinition.run(tenant, hash, tenant, hash);
    },
    /** Removes the references of the run to its payloads, and payloads without references. */
    release(tenant: string, run: string): void {
      for (const hash of deleteUses.all(tenant, run)) deletePayload.run(tenant, hash, tenant, hash);
    },
  };
}
