/** Revisions of documents. */
import type { AddedRevision, Revision } from '../ports/content.ts';
import type { Connection } from './connection.ts';
import type { prepareContents } from './contents.ts';

export function prepareRevisions(connection: Connection, contents: ReturnType<typeof prepareContents>) {
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
    add: connection.transaction((revisions: readonly AddedRevision[]): void => {
      for (const { tenant, document, hash, at, by, text } of revisions) {
        if (text !== undefined) contents.put(tenant, { kind: 'definition', hash, text }, at);
        const newest = selectNewest.get(tenant, document);
        if (newest?.hash === hash) continue;
        insertRevision.run(tenant, document, (newest?.number ?? 0) + 1, hash, at, by);
      }
    }).immediate,
    list: (tenant: string, document: string, limit: number): readonly Revision[] =>
      selectRevisions.all(tenant, document, limit),
  };
}
