import { expect, test } from 'vitest';
import type { DocumentData } from './document-data.ts';
import { shrinkDocument } from './shrink-document.ts';

test('[G11] a node is removed with all references to it, until nothing more can be removed', () => {
  const document: DocumentData = {
    domain: 'd',
    version: '1',
    workflows: {
      main: {
        graph: {
          a: { call: 'a', args: { x: 1 }, on_error: { retry: 2, fallback: 'c' } },
          b: { call: 'b', depends_on: ['a', 'c'] },
          c: { type: 'branch', on: [{ when: '$a', goto: 'b' }, { default: 'b' }] },
        },
      },
    },
  };
  const shows = ({ workflows }: DocumentData): boolean => workflows['main']?.graph['b']?.call === 'b';
  expect(shrinkDocument(document, shows)).toEqual({
    ...document,
    workflows: { main: { graph: { b: { call: 'b' } } } },
  });
});
