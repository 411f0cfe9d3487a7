/** An API from its document, through the program: checked, called, and refused. */
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { type LocalServer, startLocalServer } from '../servers/local-server.ts';

let scratch: Scratch | undefined;
let server: LocalServer | undefined;
afterEach(async () => {
  scratch?.close();
  await server?.close();
});

const api = `openapi: 3.0.3
info: { title: Shop, version: '1' }
security: [{ key: [] }]
paths:
  /orders:
    post:
      operationId: orders/create
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [product]
              properties: { product: { type: string }, count: { type: integer, minimum: 1 } }
      responses:
        '201':
          description: created
          content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;

const graph = (args: string, result: string): string => `workflows:
  order:
    graph:
      buy: { call: shop.orders_create, args: ${args} }
    result: ${result}
`;

test('[H6.1][H6.2][H6.3] a graph calls an operation of a document; mistakes are found before anything is called', async () => {
  const seen: (readonly [path: string, key: unknown, body: string])[] = [];
  server = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push([request.url ?? '', request.headers['x-key'], Buffer.concat(chunks).toString('utf8')]);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":7,"key":"hunter2-hunter2"}');
  });
  scratch = openScratch({
    'shop.yaml': api,
    'connectors.yml': JSON.stringify({
      connectors: {
        shop: { openapi: 'shop.yaml', url: `${server.url}/v1`, auth: { key: `\${env:SHOP_KEY}` } },
      },
    }),
    'good.yaml': graph('{ product: tea, count: 2 }', '$buy.id'),
    'wrong.yaml': graph('{ produkt: tea, count: two }', '$buy.idd'),
    'late.yaml': graph('{ product: tea, count: 0 }', '$buy.id'),
    'all.yaml': graph('{ product: tea }', '$buy'),
    'compared.yaml': graph('{ product: tea, $call: { validate: true } }', '$buy.id'),
    'misspelt.yaml': graph('{ product: tea, $call: yes }', '$buy.id'),
  });
  const { run } = scratch;
  const environment = { SHOP_KEY: 'hunter2-hunter2' };
  const settings = ['--connectors', 'connectors.yml', '--data', 'data', '--json'];

  const checked = await run(['validate', 'wrong.yaml', 'good.yaml', ...settings], { environment });
  const [wrong, good] = JSON.parse(checked.out).files;
  expect(good).toMatchObject({ valid: true });
  const rules = wrong.violations.map(({ rule, line }: { rule: string; line: number }) => [line, rule]);
  expect(rules).toEqual([
    [4, 'unknown-argument'],
    [4, 'argument-type'],
  ]);
  expect(JSON.stringify(wrong.violations)).toContain('product');
  expect(seen).toEqual([]);

  const done = await run(['run', 'good.yaml', ...settings], { environment });
  expect(JSON.parse(done.out)).toMatchObject({ status: 'completed', output: 7 });
  expect(seen).toEqual([['/v1/orders', 'hunter2-hunter2', '{"product":"tea","count":2}']]);

  const late = await run(['run', 'late.yaml', ...settings], { environment });
  expect(late.out).toContain('bad-arguments');
  expect(late.out).toContain('must be at least 1, but is 0');
  expect(seen).toHaveLength(1);

  // The declared result has no other field than the id, and may have others.
  const compared = await run(['run', 'compared.yaml', ...settings], { environment });
  expect(JSON.parse(compared.out)).toMatchObject({ status: 'completed', output: 7 });
  const misspelt = await run(['validate', 'misspelt.yaml', ...settings], { environment });
  expect(misspelt.out).toContain('argument-type');

  const all = await run(['run', 'all.yaml', ...settings], { environment });
  expect(JSON.parse(all.out).output).toMatchObject({ id: 7 });
  expect(all.out).not.toContain('hunter2');

  const listed = await run(['connectors', ...settings], { environment });
  expect(listed.out).toContain('orders_create');
});
