/** Tests services.yaml: it is found, trusted or refused, and effective wherever specifications are read. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import {
  type App,
  type DefinitionDetails,
  type DefinitionList,
  OperationError,
  openApp,
  plainText,
  type RunView,
  registry,
  resolveSettings,
  type ValidatedDefinition,
} from '../../src/operations/index.ts';
import { simulateWorkflow, validate } from '../../src/operations/offline.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
import { checkOutput } from '../operations/check-output.ts';
import { ann } from '../operations/operations-harness.ts';

/** One automated task, of a service. */
const specification = `<specificationSet xmlns="http://www.yawlfoundation.org/yawlschema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="4.0">
  <specification uri="Greeting">
    <metaData><version>0.1</version></metaData>
    <decomposition id="Root" isRootNet="true" xsi:type="NetFactsType">
      <inputParam><index>0</index><name>who</name><type>string</type><mandatory/></inputParam>
      <outputParam><index>0</index><name>said</name><type>string</type></outputParam>
      <localVariable><index>0</index><name>said</name><type>string</type></localVariable>
      <processControlElements>
        <inputCondition id="start"><flowsInto><nextElementRef id="greet"/></flowsInto></inputCondition>
        <task id="greet">
          <flowsInto><nextElementRef id="end"/></flowsInto>
          <join code="xor"/><split code="and"/>
          <startingMappings>
            <mapping><expression query="&lt;name&gt;Hello, {/Root/who/text()}&lt;/name&gt;"/><mapsTo>name</mapsTo></mapping>
          </startingMappings>
          <completedMappings>
            <mapping><expression query="&lt;said&gt;{/Greet/text/text()}&lt;/said&gt;"/><mapsTo>said</mapsTo></mapping>
          </completedMappings>
          <decomposesTo id="Greet"/>
        </task>
        <outputCondition id="end"/>
      </processControlElements>
    </decomposition>
    <decomposition id="Greet" xsi:type="WebServiceGatewayFactsType">
      <inputParam><index>0</index><name>name</name><type>string</type></inputParam>
      <outputParam><index>0</index><name>text</name><type>string</type></outputParam>
      <yawlService id="http://localhost:8080/greeter/ib"/>
      <externalInteraction>automated</externalInteraction>
    </decomposition>
  </specification>
</specificationSet>
`;

const services = 'services:\n  http://localhost:8080/greeter/ib: { operation: echo, args: { text: name } }\n';

let folder = '';
let app: App | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-services-'));
  for (const name of ['data', 'workflows']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'workflows/greeting.yawl'), specification);
  // Files beside the workflows belong to the authors, not to the operator.
  await writeFile(join(folder, 'workflows/services.yaml'), 'nonsense: 1\n');
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await rm(folder, { recursive: true });
});

async function open(named: string[] = []): Promise<App> {
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [join(folder, 'workflows')]],
    ...(named.length === 0 ? [] : [['--services', named] as const]),
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  app = await openApp(settings, { env: {}, version: '1', warn: () => undefined });
  return app;
}

/** The result of an operation has its own type. */
async function call<Result>({ services: from }: App, name: string, input: Json): Promise<Result> {
  const given = await callOperation(registry, from, { ...ann, tenant: 'default' }, name, input);
  return checkOutput(name, given) as unknown as Result;
}

const refusal = async (named: string[] = []): Promise<string> =>
  open(named).then(
    () => 'it was opened',
    (error: unknown) => String(error),
  );

test('[Y5.1] a service is performed by the operation that services.yaml names', async () => {
  await writeFile(join(folder, 'data/services.yaml'), services);
  const opened = await open();
  const details = await call<DefinitionDetails>(opened, 'definitions.get', { workflow: 'Greeting' });
  expect(details.warnings).toEqual([]);
  expect(details.tasks).toMatchObject([{ task: 'greet', yawlKind: 'automated', operation: 'echo' }]);
  const request = { workflow: 'Greeting', params: { who: 'Ada' }, waitMs: 20_000 };
  expect(await call<RunView>(opened, 'runs.start', request)).toMatchObject({
    status: 'completed',
    output: { said: 'Hello, Ada' },
  });
});

test('[Y5.1] an operation can be named with its connector', async () => {
  await writeFile(
    join(folder, 'data/services.yaml'),
    services.replace('operation: echo', 'operation: built-in.echo'),
  );
  const request = { workflow: 'Greeting', params: { who: 'Ada' }, waitMs: 20_000 };
  expect(await call<RunView>(await open(), 'runs.start', request)).toMatchObject({
    status: 'completed',
    output: { said: 'Hello, Ada' },
  });
});

test('[Y5.1] an operation that no connector offers is a warning, and its refusal names services.yaml', async () => {
  for (const name of ['nope.nothing', 'nothing']) {
    await writeFile(
      join(folder, 'data/services.yaml'),
      services.replace('operation: echo', `operation: ${name}`),
    );
    const opened = await open();
    const { warnings } = await call<ValidatedDefinition>(opened, 'definitions.validate', {
      source: specification,
      path: 'other.yawl',
    });
    expect(warnings.map(({ rule, actual, line }) => [rule, actual, line])).toEqual([
      ['unknown-operation', name, 10],
    ]);
    const { definitions } = await call<DefinitionList>(opened, 'definitions.list', {});
    expect(definitions).toMatchObject([{ id: 'Greeting', valid: true, missing: [name] }]);
    const request = { workflow: 'Greeting', params: { who: 'Ada' } };
    const refused: unknown = await call(opened, 'runs.start', request).catch((error: unknown) => error);
    if (!(refused instanceof OperationError)) throw new Error('It was not refused.', { cause: refused });
    const { code, suggestedAction } = refused.details;
    expect([code, plainText(suggestedAction)]).toEqual([
      'unknown_operation',
      expect.stringContaining('in services.yaml'),
    ]);
    await opened.close();
    app = undefined;
  }
});

test('[Y5.1] without an entry it is a work item, with a warning', async () => {
  const opened = await open();
  const details = await call<DefinitionDetails>(opened, 'definitions.get', { workflow: 'Greeting' });
  expect(details.warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('http://localhost:8080/greeter/ib'),
  ]);
  const request = { workflow: 'Greeting', params: { who: 'Ada' }, waitMs: 20_000 };
  expect(await call<RunView>(opened, 'runs.start', request)).toMatchObject({ state: 'waiting' });
});

test('[Y5.1] the server does not start with errors in the file, and reports all of them with their positions', async () => {
  const file = join(folder, 'data/services.yaml');
  await writeFile(file, 'servces: {}\nroles: 7\n');
  const told = await refusal();
  expect(told).toContain(`${file}:1:1: services.yaml has no “servces”.`);
  expect(told).toContain(`${file}:2:8: “roles” must be a map of names and values.`);
  await writeFile(file, 'services: { a: built-in.ecko }\n');
  expect(await refusal()).toContain(
    '“built-in.ecko”, which no connector offers. Did you mean “built-in.echo”?',
  );
});

test('[Y5.1] a file that is writable by others is only trusted if it is named; a named file must exist', async () => {
  const file = join(folder, 'data/services.yaml');
  await writeFile(file, services);
  await chmod(file, 0o666);
  expect(await refusal()).toContain('can be changed by every user, and determines what is called');
  const other = join(folder, 'other.yaml');
  expect(await refusal([other])).toContain(`The services file “${other}” cannot be read`);
  await writeFile(other, services);
  await chmod(other, 0o666);
  expect((await open([other])).services.directory?.services.size).toBe(1);
});

test('[Y5.1] files are also checked and simulated with services.yaml', () => {
  const file = { path: 'greeting.yawl', text: specification };
  const directory = { path: 'services.yaml', text: services };
  const warningsIn = (given: typeof directory | null) =>
    validate({ files: [file], api: null, services: given }).files.flatMap(({ warnings }) => warnings);
  expect(warningsIn(null)).toHaveLength(1);
  expect(warningsIn(directory)).toEqual([]);
  const wrong = validate({ files: [file], api: null, services: { ...directory, text: 'a: 1' } });
  expect([wrong.valid, wrong.files.map(({ path }) => path)]).toEqual([false, ['services.yaml', file.path]]);
  const script = { path: 's.yaml', text: 'calls: { greet: { returns: { text: Hi } } }\n' };
  const played = simulateWorkflow({
    file,
    api: null,
    services: directory,
    workflow: null,
    params: { values: { who: 'Ada' }, texts: {} },
    script,
    case: null,
    seed: null,
  });
  expect(played).toMatchObject({
    kind: 'simulated',
    simulation: { status: 'completed', output: { said: 'Hi' } },
  });
});
