import { expect, test } from 'vitest';
import { ann, openOffice } from '../operations/office.ts';
import { orderSpecification } from './order-specification.ts';

test('[Y7.1] explore', async () => {
  const office = await openOffice({ 'order.yawl': orderSpecification() });
  console.log(JSON.stringify(await office.services.library.documents('acme').then((d) => d.map((x) => [x.path, x.violations, x.warnings])), null, 1));
  console.log(JSON.stringify(await office.call(ann, 'definitions.get', { workflow: 'Order' }).then(({ source, drawing, ...x }: any) => x), null, 1));
  const c: any = await office.call(ann, 'cases.submit', { spec_id: 'Order', case_xml: '<OrderNet><customer>Ada</customer><lines><line><article>tea</article><quantity>3</quantity></line></lines></OrderNet>', idempotency_key: 'a' });
  console.log(c);
  const items: any = await office.call(ann, 'items.list', { run: c.case_id });
  console.log(JSON.stringify(items, null, 1));
  console.log(JSON.stringify(await office.call(ann, 'cases.status', { case_id: c.case_id, xml: true }), null, 1));
  expect(1).toBe(1);
  await office.close();
});
