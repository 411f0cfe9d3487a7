import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = `workflows:
  ask:
    graph:
      say: { type: yield, message: "Which word?", expects: { word: str } }
    result: $say.word
`;

const specification = `<?xml version="1.0" encoding="UTF-8"?>
<specificationSet xmlns="http://www.yawlfoundation.org/yawlschema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="4.0">
  <specification uri="Panel">
    <metaData><version>0.1</version></metaData>
    <decomposition id="Panel" isRootNet="true" xsi:type="NetFactsType">
      <localVariable>
        <index>0</index><name>most</name><type>int</type>
        <namespace>http://www.w3.org/2001/XMLSchema</namespace><initialValue>3</initialValue>
      </localVariable>
      <processControlElements>
        <inputCondition id="i"><flowsInto><nextElementRef id="Ask"/></flowsInto></inputCondition>
        <task id="Ask" xsi:type="MultipleInstanceExternalTaskFactsType">
          <flowsInto><nextElementRef id="o"/></flowsInto>
          <join code="xor"/><split code="and"/>
          <decomposesTo id="Asking"/>
          <minimum>1</minimum><maximum>3</maximum><threshold>3</threshold>
          <creationMode code="dynamic"/>
          <miDataInput>
            <expression query="/Panel/most"/>
            <splittingExpression query="for $n in 1 to 2 return &lt;who&gt;{$n}&lt;/who&gt;"/>
            <formalInputParam>who</formalInputParam>
          </miDataInput>
        </task>
        <outputCondition id="o"/>
      </processControlElements>
    </decomposition>
    <decomposition id="Asking" xsi:type="WebServiceGatewayFactsType">
      <inputParam>
        <index>0</index><name>who</name><type>string</type>
        <namespace>http://www.w3.org/2001/XMLSchema</namespace>
      </inputParam>
    </decomposition>
  </specification>
</specificationSet>
`;

function scratch() {
  const made = openScratch({ 'workflows/w.yaml': document, 'workflows/panel.yawl': specification });
  opened.push(made);
  return (...args: readonly string[]) => made.run([...args, '--data', 'data']);
}

test('[Y3.7][T8] an item is held, renewed, suspended, released, rolled back, skipped and forced', async () => {
  const run = scratch();
  await run('run', 'ask');
  expect((await run('item', 'hold', 'last')).out).toMatch(/^run_\w+\.\d+ {2}held by \S+ until 2\S+Z\n$/);
  expect((await run('item', 'renew', 'last')).out).toMatch(/ {2}held by \S+ until 2\S+Z\n$/);
  expect((await run('item', 'suspend', 'last')).out).toMatch(/ {2}suspended, held by /);
  const rested = await run('answer', 'last', 'word=yes');
  expect([rested.code, rested.err]).toEqual([1, expect.stringContaining('is suspended.')]);
  expect((await run('item', 'resume', 'last')).out).toMatch(/ {2}held by /);
  expect((await run('item', 'rollback', 'last')).out).toMatch(/ {2}offered\n$/);
  const free = await run('item', 'release', 'last');
  expect(free.err).toMatch(
    /The work item .* is not held\.[\s\S]*→ Hold it first with “signalbox item hold”\.\n$/,
  );
  expect((await run('item', 'delegate', 'last', '--to', 'bob')).out).toMatch(/ {2}held by bob until /);
  expect(await run('item', 'force', 'last', '--value', '{"word": "done"}')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/completed[\s\S]*done\n$/),
  });
  expect((await run('show', 'last')).out).toMatch(
    /say delegated to bob by \S+\n[\s\S]*say completed by force with \{"word":"done"\} by \S+\n/,
  );
  await run('run', 'ask');
  const skipped = JSON.parse((await run('item', 'skip', 'last', '--json')).out);
  expect(skipped).toMatchObject({ status: 'failed', failure: { code: 'expression' } });
});

test('[Y3.7][Y7.3][T8] instances of a YAWL task have their ids, and show prints the marking of a run', async () => {
  const run = scratch();
  const begun = await run('run', 'Panel', '--json');
  const { run: id } = JSON.parse(begun.out);
  expect((await run('items')).out).toContain(`${id}:Ask`);
  const whole = await run('answer', 'last', '--value', '{}');
  expect([whole.code, whole.err]).toEqual([
    1,
    expect.stringMatching(/has several instances[\s\S]*→ Take it with “signalbox item hold”, then /),
  ]);
  const { item, siblings } = JSON.parse((await run('item', 'hold', 'last:Ask', '--json')).out);
  expect([item.yawlId, siblings.length]).toEqual([`${id}.1:Ask`, 1]);
  expect((await run('item', 'add', 'last.1:Ask', '--value', '"cy"')).out).toBe(
    `${id}.3:Ask  offered, one of 3 instances\n`,
  );
  const shown = await run('show', 'last', '--marking');
  expect(shown.out).toMatch(
    /Marking:\nnet +case +where +what\nPanel +run_\w+ +Ask +1 executing, 2 to be started\n$/,
  );
  expect(JSON.parse((await run('show', 'last', '--marking', '--json')).out).marking).toMatchObject([
    { net: 'Panel', tasks: [{ id: 'Ask', active: 3 }] },
  ]);
  await run('cancel', 'last');
  expect((await run('show', 'last', '--marking')).out).toMatch(/Marking: nothing is active\.\n$/);
});

test.each([
  [['item', 'hod', 'last'], 'Unknown action “item hod”. Did you mean “hold”?'],
  [['item', 'add', 'last'], 'item add needs --value: the data of the new instance, as JSON.'],
  [['item', 'delegate', 'last'], 'item delegate needs --to SUBJECT: the new holder.'],
  [['item', 'hold', 'last', '--to', 'bob'], 'item hold takes no --to.'],
  [['item', 'hold', 'last', '--value', '1'], 'item hold takes no --value.'],
  [['item', 'force', 'last', '--value', 'x'], '--value must be JSON, such as {"yes": true}.'],
  [
    ['show', 'last', '--marking', '--at', '1'],
    '--marking shows the current state. Leave out --at and --follow.',
  ],
])('[T2][T8] %j is a usage error', async (args, message) => {
  expect(await scratch()(...args)).toMatchObject({ code: 2, err: `${message}\n` });
});
