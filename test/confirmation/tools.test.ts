import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createRegistry } from '../../src/operations/index.ts';
import { openToolFixture, type ToolFixture } from '../tools/tool-fixture.ts';
import { createAlbums } from './albums.ts';

const albums = createAlbums();
const clear = albums.registry.get('albums.clear');
/** The same with an input of its own. */
const empty: typeof clear = {
  ...clear,
  name: 'albums.empty',
  ...(clear.tool === undefined
    ? {}
    : {
        tool: {
          ...clear.tool,
          name: 'albums_empty',
          input: z.strictObject({ album_name: z.string() }),
          fields: { album: 'album_name' },
        },
      }),
};
const { names, get } = albums.registry;

let fixture: ToolFixture;
beforeAll(async () => {
  fixture = await openToolFixture([], {}, {}, createRegistry([...names.map(get), empty]));
});
afterAll(() => fixture.close());

test.each([
  ['albums_clear', 'album'],
  ['albums_empty', 'album_name'],
])(
  '[O4.2][W4.5] the tool %s has the field for the token, and stays declared as destructive',
  async (name, field) => {
    const { hints, input } = await fixture.tool(name);
    expect(hints).toMatchObject({ destructiveHint: true, readOnlyHint: false });
    expect(input.schema).toMatchObject({
      properties: { confirm_token: { type: 'string' } },
      required: [field],
    });
    albums.put('left', 'Emma');
    const refused = await fixture.refused(name, { [field]: 'left' });
    expect(refused).toMatchObject({
      error_code: 'confirmation_required',
      http_status: 428,
      suggested_action: expect.stringContaining('as “confirm_token”'),
    });
    const { confirm_token } = refused['context'] as { readonly confirm_token: string };
    expect(await fixture.succeed(name, { [field]: 'left', confirm_token })).toEqual({ cleared: 1 });
  },
);
