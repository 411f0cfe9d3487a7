import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const specification = (predicate: string, more = '') => `<specificationSet
  xmlns="http://www.yawlfoundation.org/yawlschema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="4.0">
<specification uri="Order">
<metaData><version>0.2</version></metaData>
<decomposition id="OrderNet" isRootNet="true" xsi:type="NetFactsType">
<localVariable><index>0</index><name>ok</name><type>boolean</type><namespace>http://www.w3.org/2001/XMLSchema</namespace><initialValue>true</initialValue></localVariable>
<processControlElements>
<inputCondition id="i"><flowsInto><nextElementRef id="check"/></flowsInto></inputCondition>
<task id="check">
<flowsInto><nextElementRef id="ship"/><predicate ordering="0">${predicate}</predicate></flowsInto>
<flowsInto><nextElementRef id="o"/><isDefaultFlow/></flowsInto>
<join code="xor"/><split code="xor"/>
<decomposesTo id="Work"/></task>
<task id="ship"><flowsInto><nextElementRef id="o"/></flowsInto><join code="xor"/><split code="and"/>${more}<decomposesTo id="Work"/></task>
<outputCondition id="o"/>
</processControlElements></decomposition>
<decomposition id="Work" xsi:type="WebServiceGatewayFactsType"/>
</specification></specificationSet>`;

const sayable = specification("/OrderNet/ok/text() = 'true'");
const timed = specification(
  'string-join(/OrderNet/ok) = "x"',
  '<timer><trigger>OnEnabled</trigger><duration>PT1H</duration></timer>',
);

function scratch(text: string): Scratch {
  const made = openScratch({ 'order.yawl': text });
  opened.push(made);
  return made;
}

test('[Y8.1] convert prints a document that validate accepts', async () => {
  const { run, folder } = scratch(sayable);
  const printed = await run(['convert', 'order.yawl', '--to', 'graph']);
  expect({ code: printed.code, err: printed.err }).toEqual({ code: 0, err: '' });
  expect(printed.out).toMatch(/^# Converted from the YAWL specification “Order”, version 0.2\n/);
  const written = await run(['convert', 'order.yawl', '--out', 'order.yaml']);
  expect(written).toMatchObject({ code: 0, out: '', err: 'order.yaml is written.\n' });
  expect(readFileSync(join(folder, 'order.yaml'), 'utf8')).toBe(printed.out);
  expect(await run(['validate', 'order.yaml'])).toMatchObject({ code: 0, err: '' });
  const again = await run(['convert', 'order.yawl', '--out', 'order.yaml']);
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.err).toContain('order.yaml cannot be written');
});

test('[Y8.1] constructs that cannot be converted are listed by name and position, and nothing is written', async () => {
  const { run, folder } = scratch(timed);
  const { code, out, err } = await run(['convert', 'order.yawl', '--out', 'order.yaml']);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/order\.yawl:10:\d+ {2}cannot-convert-predicate\n.*string-join/);
  expect(err).toMatch(/order\.yawl:14:\d+ {2}cannot-convert-timer\nThe timer of “ship”/);
  expect(err).toContain('→ Write “timeout”');
  expect(err).toContain('2 things cannot be converted. Nothing was written. --partial');
  expect(existsSync(join(folder, 'order.yaml'))).toBe(false);
});

test('[Y8.1] with --partial the rest is written, with comments for the missing parts', async () => {
  const { run } = scratch(timed);
  const { code, out, err } = await run(['convert', 'order.yawl', '--partial']);
  expect(code).toBe(0);
  expect(out).toMatch(/# by hand: The timer of “ship” completes its work item.*\n +ship:/);
  expect(out).toMatch(/# by hand: The predicate “string-join\(\/OrderNet\/ok\) = "x"”/);
  expect(err).toContain('The document marks them with comments.');
  const data = JSON.parse((await run(['convert', 'order.yawl', '--partial', '--json'])).out);
  expect(data.converted).toBe(out);
  expect(data.missing.map(({ rule }: { rule: string }) => rule)).toEqual([
    'cannot-convert-predicate',
    'cannot-convert-timer',
  ]);
  const none = JSON.parse((await run(['convert', 'order.yawl', '--json'])).out);
  expect(none.converted).toBeNull();
});

test('[Y8.1][T2] other languages and other targets are refused', async () => {
  const made = openScratch({
    'w.yaml': 'workflows: { w: { graph: { a: { call: x } } } }',
    'order.yawl': sayable,
  });
  opened.push(made);
  const graph = await made.run(['convert', 'w.yaml']);
  expect(graph).toMatchObject({ code: 2, out: '' });
  expect(graph.err).toContain(
    'of the language “graph”, which cannot be converted to “graph”. These languages can: yawl.',
  );
  const target = await made.run(['convert', 'order.yawl', '--to', 'grpah']);
  expect(target).toMatchObject({ code: 2, out: '' });
  expect(target.err).toContain('Did you mean “graph”?');
  const broken = openScratch({
    'order.yawl': sayable.replace('nextElementRef id="ship"', 'nextElementRef id="shop"'),
  });
  opened.push(broken);
  expect(await broken.run(['convert', 'order.yawl'])).toMatchObject({ code: 1, out: '' });
});
