/** Albums of photos: the operation that clears one asks for a confirmation, which is about the photos on it now. */
import { z } from 'zod';
import { phrase } from '../../src/languages/index.ts';
import { type AnyOperation, createRegistry, type Registry, registry } from '../../src/operations/index.ts';

export interface Albums {
  readonly registry: Registry;
  put(album: string, ...photos: readonly string[]): void;
  photosIn(album: string): readonly string[];
}

const input = z.strictObject({
  album: z.string().min(1).max(20).describe('Which album.'),
  keep: z.string().max(20).optional().describe('A photo that stays.'),
});

const output = z.strictObject({ cleared: z.int() });

export function createAlbums(): Albums {
  const albums = new Map<string, readonly string[]>();
  const photosIn = (album: string): readonly string[] => albums.get(album) ?? [];
  const clear: AnyOperation = {
    name: 'albums.clear',
    scope: 'workflows:author',
    writes: true,
    summary: 'Clears an album.',
    rest: { method: 'POST', path: '/v1/albums/{album}/clear', tag: 'service' },
    verb: { name: 'album clear', args: { album: 'ALBUM' } },
    tool: {
      name: 'albums_clear',
      title: 'Clear an album',
      toolset: 'cases',
      description: 'Clears an album.',
      hints: { destructiveHint: true },
    },
    examples: [{ input: { album: 'left' }, output: { cleared: 2 } }],
    input,
    output,
    targetOf: (given) => input.parse(given).album,
    async confirmation(_principal, given) {
      const { album } = input.parse(given);
      const photos = photosIn(album);
      if (photos.length === 0) return null;
      const names = photos.join(', ');
      return {
        message: phrase`“${album}” loses ${names}; ${{ operation: 'runs.cancel' }} does not bring them back.`,
        bound: [...photos],
      };
    },
    async perform(_principal, given) {
      const { album, keep } = input.parse(given);
      const photos = photosIn(album);
      albums.set(
        album,
        photos.filter((photo) => photo === keep),
      );
      return { cleared: photos.length - photosIn(album).length };
    },
  };
  return {
    registry: createRegistry([...registry.names.map((name) => registry.get(name)), clear]),
    put: (album, ...photos) => void albums.set(album, [...photosIn(album), ...photos]),
    photosIn,
  };
}
