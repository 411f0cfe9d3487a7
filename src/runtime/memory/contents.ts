/** Content by hash, in memory. */
import type { Contents } from '../ports/content.ts';
import { compositeKey, type OpenTables } from './memory-tables.ts';

export const createContents = (open: OpenTables): Contents => ({
  find: async (tenant, kind, hash) => open().contents.get(compositeKey(tenant, kind, hash))?.text,
  async put(tenant, content) {
    const key = compositeKey(tenant, content.kind, content.hash);
    const { contents } = open();
    if (!contents.has(key)) contents.set(key, content);
  },
  async bytes(tenant) {
    const own = [...open().contents].filter(([key]) => (JSON.parse(key) as readonly string[])[0] === tenant);
    return own.reduce((sum, [, { text }]) => sum + Buffer.byteLength(text), 0);
  },
});
