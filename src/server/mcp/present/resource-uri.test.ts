import { expect, test } from 'vitest';
import { createRandom } from '../../../testing/index.ts';
import {
  formatResourceUri,
  parseResourceUri,
  type ResourceAddress,
  uriOfGraph,
  uriOfRun,
  uriOfWorkflow,
} from './resource-uri.ts';

test('[P6.1] URIs are short for plain names', () => {
  expect(uriOfGraph({ domain: 'travel_booking' })).toBe('workflow://travel_booking/graph');
  expect(uriOfGraph({ domain: '' })).toBe('workflow://default/graph');
  expect(uriOfWorkflow({ id: 'book', domain: 'travel' })).toBe('workflow://travel/book');
  expect(uriOfWorkflow({ id: 'book', domain: '' }, 'drawing.svg')).toBe(
    'workflow://default/book/drawing.svg',
  );
  expect(uriOfRun('r1')).toBe('run://r1');
  expect(uriOfRun('r1', 'output')).toBe('run://r1/output');
});

test('[P6.1] a workflow named like the graph of its domain has its own URI', () => {
  const uri = uriOfWorkflow({ id: 'graph', domain: 'travel' });
  expect(uri).not.toBe(uriOfGraph({ domain: 'travel' }));
  expect(parseResourceUri(uri)?.address).toEqual({
    kind: 'workflow',
    domain: 'travel',
    name: 'graph',
    part: 'whole',
  });
});

test('[P6.1] a lone surrogate in a name gives a URI, and no error', () => {
  expect(uriOfWorkflow({ id: 'a\uD83D', domain: 'x' })).toBe('workflow://x/a%EF%BF%BD');
});

test.each(['workflow://travel/b%C3%BCcher', 'workflow://travel/b%c3%bccher', 'workflow://travel/bücher'])(
  '[P6.1] encoded and plain letters are equal: %s',
  (uri) => {
    expect(parseResourceUri(uri)?.address).toMatchObject({ name: 'bücher' });
  },
);

const nonsense = [
  '',
  'run://',
  'run:///',
  'run://r1/',
  'run://r1//output',
  'run://r1/Output',
  'run://r1/output/',
  'run://r1/output/more',
  'run://r1/out%70ut',
  'run://..',
  'run://../output',
  'run://r1/..',
  'run://r1/../r2',
  'run://r%0A1',
  'run://r\n1',
  'run://r%001',
  'run://r 1',
  'run://r%201',
  'run://r%',
  'run://r%zz',
  'run://r%ff',
  'run://r1?from=-1',
  'run://r1?from=01',
  'run://r1?from=1.5',
  'run://r1?from=',
  'run://r1?from=9999999999999999',
  'run://r1?from=1&from=2',
  'run://r1?to=1',
  'run://r1#state',
  `run://${'r'.repeat(201)}`,
  'RUN://r1',
  ' run://r1',
  'run:r1',
  'workflow://',
  'workflow://travel',
  'workflow://travel/',
  'workflow:///book',
  'workflow://travel/.',
  'workflow://travel/../book',
  'workflow://travel/book/graph',
  'workflow://travel/book/schema/x',
  'workflow://travel/book\u0000',
  'workflow://travel/book\u200B',
  'workflow://travel/%1B[2J',
  `workflow://travel/${'b'.repeat(301)}`,
  `workflow://${'t'.repeat(9_000)}/graph`,
  'file:///etc/passwd',
  'http://127.0.0.1/graph',
  'javascript:alert(1)',
  'test://static-text',
];

test.each(nonsense.map((uri) => [JSON.stringify(uri).slice(0, 60), uri]))(
  '[P6.1] a foreign URI is refused: %s',
  (_, uri) => {
    expect(parseResourceUri(uri)).toBeUndefined();
  },
);

test('[P6.1] a written URI parses to the same resource, for random names (seed 5)', () => {
  const random = createRandom(5);
  const letters = [...'abcGRaph09._-~/%?#&=+ :@[]{}\'"“”äßЖ水🛤\u200B'];
  const name = () => Array.from({ length: 1 + random.int(12) }, () => random.pick(letters)).join('');
  const odd = ['graph', '.', '..', '%', '%67raph', 'a/b', '../..', 'schema', 'drawing.svg'];
  const anyName = () => (random.int(4) === 0 ? random.pick(odd) : name());
  for (let round = 0; round < 3_000; round++) {
    const from = random.int(3) === 0 ? random.int(1_000_000) : 0;
    const addresses: readonly ResourceAddress[] = [
      { kind: 'graph', domain: anyName() },
      {
        kind: 'workflow',
        domain: anyName(),
        name: anyName(),
        part: random.pick(['whole', 'source', 'schema', 'drawing.svg'] as const),
      },
      {
        kind: 'run',
        run: anyName().replaceAll(/[\s\u200B]/g, '-'),
        part: random.pick(['whole', 'state', 'output', 'drawing.svg'] as const),
      },
    ];
    for (const address of addresses) {
      const uri = formatResourceUri(address, from);
      expect(uri).toMatch(/^[\x21-\x7e]+$/);
      expect(parseResourceUri(uri), uri).toEqual({ address, from });
    }
  }
});

test('[P6.1] two resources never share a URI (seed 6)', () => {
  const random = createRandom(6);
  const parts = ['a', 'graph', 'schema', '/', '.', '%', '%2F', 'source'];
  const word = () => Array.from({ length: 1 + random.int(3) }, () => random.pick(parts)).join('');
  const seen = new Map<string, string>();
  for (let round = 0; round < 3_000; round++) {
    const address: ResourceAddress =
      random.int(2) === 0
        ? { kind: 'graph', domain: word() }
        : {
            kind: 'workflow',
            domain: word(),
            name: word(),
            part: random.pick(['whole', 'source', 'schema']),
          };
    const uri = formatResourceUri(address);
    const before = seen.get(uri) ?? JSON.stringify(address);
    expect(before).toBe(JSON.stringify(address));
    seen.set(uri, before);
  }
});
