/** Lists the keys of a tenant, oldest first, in pages, including revoked and expired ones. */

import { z } from 'zod';
import { listOf, nextCursorField, objectOf } from '../../languages/output-fields.ts';
import { cursorField, limitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { byCursor } from '../contract/rest-route.ts';
import { keyView, viewKey } from './key-view.ts';

const input = z.strictObject({ limit: limitField(200, 50), cursor: cursorField });

const output = objectOf({ keys: listOf(keyView), nextCursor: nextCursorField });

export type KeyList = z.infer<typeof output>;

export const listKeys: Operation<z.infer<typeof input>, KeyList> = {
  name: 'keys.list',
  scope: 'admin',
  writes: false,
  summary: 'Lists the API keys of programs, without their secrets.',
  rest: { method: 'GET', path: '/v1/keys', tag: 'service', pagination: byCursor },
  verb: { name: 'key list' },
  input,
  output,
  async perform({ tenant }, { limit, cursor }, { store, clock }) {
    const after = decodeCursor({}, cursor);
    const found = await store.apiKeys.list(tenant, {
      // One more row than shown tells whether there is a next page.
      limit: limit + 1,
      ...(after === undefined ? {} : { after: after.id, afterCreatedAt: after.createdAt }),
    });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      keys: shown.map((key) => viewKey(key, clock.now())),
      nextCursor: found.length > limit && last !== undefined ? encodeCursor({}, last) : null,
    };
  },
};
