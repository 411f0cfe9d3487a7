/** Revisions of documents. */
import type { Revision } from '../ports/content.ts';
import type { Connection } from './connection.ts';

export function prepareRevisions(connection: Connection) {
  const selectNewest = connection.prepare<
    [string, string],
    { readonly number: number; readonly hash: string }
  >('SELECT number, hash FROM revisions WHERE tenant = ? AND document = ? ORDER BY number DESC LIMIT 1');
  const insertRevision = connection.prepare<[string, string, number, string, number, string]>(
    'INSERT INTO revisions (tenant, document, number, hash, at, by) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectRevisions = connection.prepare<[string, string, number], Revision>(
    `SELECT document, hash, at, by FROM revisions WHERE tenant = ? AND document = ?
     ORDER BY number DESC LIMIT ?`,
  );

  return {
    add: connection.transaction((tenant: string, { document, hash, at, by }: Revision): void => {
      const newest = selectNewest.get(tenant, document);
      if (newest?.hash === hash) return;
      insertRevision.run(tenant, document, (newest?.number ?? 0) + 1, hash, at, by);
    }).immediate,
    list: (tenant: string, document: string, limit: number): readonly Revision[] =>
      selectRevisions.all(tenant, document, limit),
  };
}
