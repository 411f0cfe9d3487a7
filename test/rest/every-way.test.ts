/** Every way under `/v1`, taken at least once with success and once without, over a real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRestLab, type RestLab } from './rest-lab.ts';

const shop = `
workflows:
  order:
    description: Asks before it sends
    params: { product: { type: str, required: true }, count: { type: int, default: 1 } }
    graph:
      reserve: { call: echo, args: { product: $product, count: $count }, output: reserved }
      confirm:
        type: yield
        depends_on: [reserve]
        message: "Send $reserved.count of $product?"
        expects: { yes: bool }
      send: { call: echo, depends_on: [confirm], args: { sent: $confirm.yes } }
    result: $send
  greet:
    params: { name: { type: str, default: world } }
    graph:
      hello: { call: echo, args: { text: "Hello, $name!" } }
    result: $hello.text
`;

let lab: RestLab;
beforeAll(async () => {
  lab = await openRestLab({ 'shop.yaml': shop });
});
afterAll(() => lab.close());

test('[W4.2] smoke', async () => {
  const { status, body, headers } = await lab.ask('GET /v1/workflows');
  console.log(status, body, headers);
  const r = await lab.ask('POST /v1/runs', { body: { workflow: 'greet' }, headers: { prefer: 'wait=5' } });
  console.log(r);
  console.log(await lab.ask('POST /v1/runs', { body: { workflow: 'greeet' } }));
  expect(1).toBe(1);
});
