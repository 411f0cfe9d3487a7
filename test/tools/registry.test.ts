import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperationError, type Principal, registry, type Scope } from '../../src/operations/index.ts';
import { toolFor } from '../../src/server/mcp/registry/name-tools.ts';
import { ann, openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

beforeEach(async () => {
  fixture = await openToolFixture(['plan_trip', 'w_ask', 'nothing']);
});

afterEach(() => fixture.close());

const usual = [
  ...['workflow_list', 'workflow_get', 'workflow_run', 'workflow_validate', 'workflow_save'],
  ...['cases_status', 'cases_cancel', 'workitems_list', 'workitems_checkout', 'workitems_complete'],
  'run_history',
];

const guides = ['workflow_next', 'workflow_validate_json'];

const questions = [
  ...['start_workflow', 'submit_answer', 'restore_session', 'restart_workflow', 'go_back'],
  ...['complete_workflow', 'cancel_workflow', 'generate_workflow', 'list_adapters', 'describe_adapter'],
];

/** Part of “cases”, and not of the default list. */
const more = [
  ...['specifications_list', 'specifications_describe', 'specifications_upload', 'cases_submit'],
  ...['cases_subscribe', 'cases_unsubscribe', 'workitems_skip', 'workitems_force_complete'],
];

const catalogs = [
  ...['catalog_validate_openapi', 'catalog_preview_import', 'catalog_import_openapi', 'catalog_list'],
  ...['catalog_get', 'catalog_configure', 'catalog_set_enabled', 'catalog_remove'],
  ...['command_search', 'command_describe', 'command_values', 'command_run'],
];

/** The same, as their operations declare them. */
const declared = [
  ...['cases_suspend', 'cases_resume', 'workitems_release', 'workitems_delegate'],
  ...['workitems_suspend', 'workitems_resume', 'workitems_rollback', 'workitems_add_instance'],
];

const withScopes = (...scopes: Scope[]): Principal => ({ ...ann, scopes: new Set(scopes) });
const workflowsOf = (names: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith('w_'));

/** This many workflows in one document. */
const documentOf = (count: number): string =>
  `workflows:\n${Array.from({ length: count }, (_, at) => `  many_${at}: { graph: { say: { call: echo } } }`).join('\n')}\n`;

const save = (path: string, source: string) =>
  fixture.operate('definitions.save', { path, source, overwrite: true });

test('[P2.3] by default the usual tools are listed in one order, then workflows', async () => {
  const names = await fixture.names();
  expect(names.slice(0, usual.length)).toEqual(usual);
  expect(await fixture.names(['default'])).toEqual(names);
  expect(await fixture.names([])).toEqual(names);
  expect(names.slice(usual.length)).toEqual([
    ...['w_plan_trip', 'w_ask', 'w_ask_two', 'w_fail', 'w_hello', 'w_slow', 'w_sound', 'w_tell'],
    // No connector offers what these call.
    ...['w_cheapest_days', 'w_hold_room', 'w_hold_seat', 'w_take_the_cheapest'],
    ...['w_wait_for_seat', 'w_where_is_my_flight'],
  ]);
});

test('[P2.3] a chosen toolset is listed completely, with the tools that it needs', async () => {
  const all = await fixture.names(['all']);
  expect(all.filter((name) => !name.startsWith('w_'))).toEqual([
    ...usual,
    ...['run_fork', ...more, ...guides, ...questions, ...declared, ...catalogs],
  ]);
  const cases = await fixture.names(['cases']);
  expect(workflowsOf(cases)).toEqual([]);
  expect(cases).toContain('run_fork');
  expect(cases).not.toContain('workflow_save');
  const orchestration = await fixture.names(['orchestration']);
  expect(orchestration).toEqual(
    expect.arrayContaining(['workflow_run', 'cases_status', 'workitems_complete']),
  );
  expect(await fixture.names(['cases', 'default'])).toEqual(expect.arrayContaining([...usual, 'run_fork']));
  expect(await fixture.names(['catalogs'])).toEqual(catalogs);
  expect(await fixture.names(['admin'])).toEqual([]);
});

const guideOf = (steps: string): string =>
  `id: tidy-up\nname: Tidy up\ndescription: Tidies\nsteps: ${steps}\n`;

test('[U7.1] workflow_next is listed by default if there is a valid guide that is not bundled', async () => {
  expect(await fixture.names()).not.toContain('workflow_next');
  await save('tidy.yaml', guideOf('[{ id: sort-it, title: Sort it, prompt: Sort it all }]'));
  const names = await fixture.names();
  expect(names.slice(0, usual.length + 1)).toEqual([...usual, 'workflow_next']);
  const fieldsOf = async () =>
    Object(
      (await fixture.toolRegistry.list(ann, undefined)).find(({ name }) => name === 'workflow_validate')
        ?.input.schema['properties'],
    );
  expect(await fieldsOf()).toMatchObject({ manifest_content: {}, stepId: {} });
  expect(await fixture.names(['cases'])).not.toContain('workflow_next');
  const blind = await fixture.toolRegistry.list(withScopes('workflows:launch'), undefined);
  expect(blind.map(({ name }) => name)).not.toContain('workflow_next');
});

test('[P2.3] an unknown toolset is refused with the existing ones', async () => {
  const refusal = await fixture.names(['cases', 'csaes']).catch((error: unknown) => error);
  if (!(refusal instanceof OperationError)) throw new Error('It was not refused.');
  expect(refusal.details).toMatchObject({ code: 'unknown_toolset', message: 'Unknown toolset “csaes”.' });
  expect(refusal.details.suggestedAction).toMatch(/cases, .*default, all/);
});

test('[P3.1] at most twenty workflows are listed by default, pinned ones first; all of them on request', async () => {
  await save('many.yaml', documentOf(30));
  const listed = workflowsOf(await fixture.names());
  expect(listed).toHaveLength(20);
  expect(listed.slice(0, 3)).toEqual(['w_plan_trip', 'w_ask', 'w_ask_two']);
  expect(workflowsOf(await fixture.names(['orchestration']))).toHaveLength(44);
});

test('[P2.3] a tool that is not listed can be called', async () => {
  await save('many.yaml', documentOf(30));
  expect(await fixture.names()).not.toContain('w_where_is_my_flight');
  expect(await fixture.succeed('w_many_29')).toMatchObject({ workflow_id: 'many_29', status: 'completed' });
});

test('[P3.1] a saved, changed or deleted workflow is seen by the next list', async () => {
  await fixture.names();
  const written = Object(await save('more.yaml', documentOf(1)));
  expect(await fixture.names()).toContain('w_many_0');
  expect(await fixture.succeed('w_many_0')).toMatchObject({ status: 'completed' });
  await save('more.yaml', 'workflows: { many_0: { description: New, graph: { say: { call: echo } } } }');
  expect(
    (await fixture.toolRegistry.list(ann, undefined)).find(({ name }) => name === 'w_many_0')?.description,
  ).toMatch(/^New\n/);
  const { revision } = Object(await save('more.yaml', documentOf(1)));
  expect(revision).toBe(written.revision);
  await fixture.operate('definitions.delete', { path: 'more.yaml', revision });
  expect(await fixture.names()).not.toContain('w_many_0');
  expect(await fixture.refused('w_many_0')).toMatchObject({
    http_status: 404,
    message: expect.stringMatching('Unknown'),
  });
});

test('[P3.1] a workflow with errors is not a tool, and neither is one that does not exist', async () => {
  for (const id of ['wrong', 'nothing']) {
    expect([id, await fixture.toolRegistry.find(ann, `w_${id}`)]).toEqual([id, undefined]);
    expect([id, await fixture.toolRegistry.findByWorkflow(ann, id)]).toEqual([id, undefined]);
  }
  expect((await fixture.toolRegistry.findByWorkflow(ann, 'tell'))?.name).toBe('w_tell');
  const { workflows } = Object(await fixture.succeed('workflow_list', { valid: false }));
  expect(workflows).toEqual([expect.objectContaining({ id: 'wrong', valid: false, document_violations: 1 })]);
  expect(workflows[0]).not.toHaveProperty('tool');
});

const shared = (domain: string) =>
  `domain: ${domain}\nworkflows: { shared: { graph: { say: { call: echo, args: { text: ${domain} } } }, result: $say.text } }`;

test('[P3.1] two domains with one name have two tools, each for its own', async () => {
  await save('one.yaml', shared('one'));
  expect(await fixture.names()).toContain('w_shared');
  await save('two.yaml', shared('two'));
  const names = await fixture.names();
  expect(names).toEqual(expect.arrayContaining(['w_one_shared', 'w_two_shared']));
  expect(names).not.toContain('w_shared');
  expect(await fixture.succeed('w_one_shared')).toMatchObject({ result: 'one' });
  expect(await fixture.succeed('w_two_shared')).toMatchObject({ result: 'two' });
});

test('[P2.4] an unknown workflow tool is explained: workflows of that name, or that it has errors', async () => {
  await save('one.yaml', shared('one'));
  await save('two.yaml', shared('two'));
  const saidOf = async (tool: string) => String((await fixture.refused(tool))['message']);
  expect(await saidOf('w_shared')).toContain(
    'Unknown tool: w_shared. Several workflows have this name: “w_one_shared”, “w_two_shared”.',
  );
  expect(await saidOf('w_wrong')).toContain('The workflow “wrong” has errors and cannot run');
  expect(await saidOf('w_tel')).toContain('Did you mean “w_tell”?');
  const blind = await fixture.refused('w_wrong', {}, withScopes('workflows:launch'));
  expect(blind['message']).not.toContain('mistakes');
});

test('[P3.1] only changed documents are read again', async () => {
  const countOf = (operation: string): number => fixture.asked.filter((name) => name === operation).length;
  const [names = []] = await Promise.all([fixture.names(), fixture.names(), fixture.names()]);
  const made = workflowsOf(names).length;
  expect(made).toBeGreaterThan(5);
  expect([countOf('definitions.list'), countOf('definitions.outline')]).toEqual([1, made]);
  await fixture.names();
  await fixture.succeed('w_tell', { text: 'Hi' });
  expect([countOf('definitions.list'), countOf('definitions.outline')]).toEqual([1, made]);
  await save('more.yaml', documentOf(1));
  await fixture.names();
  expect([countOf('definitions.list'), countOf('definitions.outline')]).toEqual([2, made + 1]);
});

test('[P2.3] a tool call performs only the operations of the tool itself', async () => {
  await fixture.names();
  const before = fixture.asked.length;
  await fixture.succeed('w_tell', { text: 'Hi' });
  await fixture.refused('cases_status', { case_id: 'nobody' });
  expect(fixture.asked.slice(before)).toEqual(['runs.start', 'runs.get']);
});

test('[P2.3][W2.1] tools are listed by the rights of the principal', async () => {
  expect(await fixture.names(['all'], withScopes())).toEqual([]);
  expect(await fixture.names(['all'], withScopes('workitems:manage'))).toEqual([
    ...['workitems_list', 'workitems_checkout', 'workitems_complete', 'workitems_skip', 'workitems_release'],
    'workitems_delegate',
    ...['workitems_suspend', 'workitems_resume', 'workitems_rollback', 'workitems_add_instance'],
  ]);
  expect(await fixture.names(['all'], withScopes('workflows:query'))).toEqual([
    ...['workflow_list', 'workflow_validate', 'cases_status', 'run_history'],
    ...['specifications_list', 'cases_subscribe', 'cases_unsubscribe', ...guides],
    ...questions.slice(-3),
    ...['catalog_list', 'catalog_get', 'command_search', 'command_describe'],
  ]);
  expect(await fixture.names(['all'], withScopes('specs:read'))).toEqual([
    'workflow_get',
    'specifications_describe',
  ]);
  expect(await fixture.names(['all'], withScopes('workflows:cancel'))).toEqual(['cases_cancel']);
  expect(await fixture.names(['all'], withScopes('workflows:author'))).toEqual(['workflow_save']);
  expect(await fixture.names(['all'], withScopes('workflows:launch'))).toEqual([
    ...['workflow_run', 'run_fork', 'cases_submit', ...questions.slice(0, -3)],
    ...['cases_suspend', 'cases_resume', 'command_values', 'command_run'],
  ]);
});

test('[W2.1] a principal that may launch and query runs every workflow by its tool, and sees no document', async () => {
  const agent = withScopes('workflows:launch', 'workflows:query', 'workitems:manage');
  const names = await fixture.names(undefined, agent);
  expect(names.filter((name) => !name.startsWith('w_'))).toEqual([
    ...['workflow_list', 'workflow_run', 'workflow_validate', 'cases_status'],
    ...['workitems_list', 'workitems_checkout', 'workitems_complete', 'run_history'],
  ]);
  expect(workflowsOf(names)).toEqual(workflowsOf(await fixture.names()));
  const described = (await fixture.toolRegistry.list(agent, undefined)).find(({ name }) => name === 'w_tell');
  expect(described?.description).toContain('Steps: say');
  expect(described?.input.schema['properties']).toHaveProperty('text');
  const ran = await fixture.invoke('w_tell', { text: 'Hi' }, agent);
  expect(ran).toMatchObject({ status: 200, body: { status: 'completed', result: 'Hi' } });
  const listed = await fixture.invoke('workflow_list', { query: 'gives back' }, agent);
  expect(listed.body['workflows']).toMatchObject([{ id: 'tell', tool: 'w_tell' }]);
  const asked = Object((await fixture.invoke('w_ask', {}, agent)).body);
  expect((await fixture.invoke('workitems_list', {}, agent)).body['work_items']).toHaveLength(1);
  expect((await fixture.invoke('cases_status', { case_id: asked.run_id }, agent)).status).toBe(200);
  expect(await fixture.refused('workflow_get', { workflow_id: 'tell' }, agent)).toMatchObject({
    error_code: 'missing_scope',
    message: '“workflow_get” requires the scope “specs:read”.',
  });
});

test('[P2.3][P2.4][W2.1] a call without its scope is refused before it has an effect', async () => {
  const refusal = await fixture.refused(
    'workflow_run',
    { workflow_id: 'tell' },
    withScopes('workflows:query'),
  );
  expect(refusal).toMatchObject({
    error_code: 'missing_scope',
    error: 'unauthorized',
    http_status: 403,
    message: '“workflow_run” requires the scope “workflows:launch”.',
  });
  const launcher = withScopes('workflows:query', 'workflows:launch');
  const wish = { workflow_id: 'slow', cancel_with_request: true };
  expect((await fixture.refused('workflow_run', wish, launcher))['message']).toBe(
    '“workflow_run” with “cancel_with_request” requires the scope “workflows:cancel”.',
  );
  expect(Object(await fixture.operate('runs.list', { workflow: 'slow' })).runs).toEqual([]);
  const invited = await fixture.invoke('w_tell', {}, withScopes('workflows:launch'));
  expect(invited.status).toBe(404);
});

test('[P2.3] the spellings of the designs are accepted in calls', async () => {
  const spellings = {
    workflow_list: ['workflow.list'],
    workflow_get: ['workflow.get'],
    workflow_validate: ['workflow.validate', 'workflow_validate_manifest'],
    workflow_save: ['workflow.save'],
    workflow_run: ['workflow.run'],
    cases_submit: ['cases/submit', 'cases.submit'],
    cases_status: ['cases/status'],
    workflow_next: ['workflow.next', 'workflow/next'],
    workflow_validate_json: ['workflow.validate_json', 'workflow/validate_json'],
    cases_cancel: ['workflow.cancel', 'workflow_cancel'],
    cases_subscribe: ['cases/subscribe', 'cases.subscribe'],
    cases_unsubscribe: ['cases/unsubscribe', 'cases.unsubscribe'],
    workitems_list: ['workitems/list'],
    workitems_checkout: ['workitems/checkout'],
    workitems_complete: ['workitems/complete'],
    workitems_release: ['workitems/release'],
    workitems_skip: ['workitems/skip'],
    workitems_delegate: ['workitems/delegate'],
    workitems_suspend: ['workitems/suspend'],
    workitems_resume: ['workitems/resume', 'workitems_unsuspend'],
    workitems_rollback: ['workitems/rollback'],
    workitems_force_complete: ['workitems/force_complete', 'workitems_force'],
    workitems_add_instance: ['workitems/add_instance', 'workitems_create_instance'],
    cases_suspend: ['cases/suspend', 'workflow.suspend'],
    cases_resume: ['cases/resume', 'workflow.resume'],
    specifications_list: ['specifications/list', 'specifications.list'],
    specifications_describe: ['specifications/describe', 'specifications.describe'],
    specifications_upload: ['specifications/upload', 'specifications.upload'],
  };
  for (const [name, others] of Object.entries(spellings)) {
    for (const other of others) expect([other, (await fixture.tool(other)).name]).toEqual([other, name]);
  }
});

test('[P2.3][U7.1] workflow_validate validates a document, or the output of a step; each list has the fields of its tools', async () => {
  expect(await fixture.names(['guides'])).toEqual([
    ...['workflow_list', 'workflow_get', 'workflow_next', 'workflow_validate', 'workflow_validate_json'],
  ]);
  const fieldsIn = async (toolset: string) => {
    const listed = await fixture.toolRegistry.list(ann, [toolset]);
    const { input } = listed.find(({ name }) => name === 'workflow_validate') ?? {};
    return Object.keys(Object(input?.schema['properties'])).sort();
  };
  expect(await fieldsIn('default')).toEqual(['manifest_content', 'path']);
  expect(await fieldsIn('guides')).toEqual(['context', 'output', 'stepId', 'workflowId']);
  expect(await fieldsIn('all')).toEqual([
    ...['context', 'manifest_content', 'output', 'path', 'stepId', 'workflowId'],
  ]);
  const document = 'workflows: { a: { graph: { a: { call: echo } } } }';
  for (const name of ['workflow_validate', 'workflow_validate_manifest', 'workflow.validate'])
    expect(await fixture.succeed(name, { manifest: document })).toMatchObject({
      valid: true,
      language: 'graph',
    });
  await save('tidy.yaml', guideOf('[{ id: sort-it, title: Sort it, prompt: Sort it all }]'));
  for (const step of [{ stepId: 'sort-it' }, { step_id: 'sort-it' }])
    expect(
      await fixture.succeed('workflow_validate', { workflowId: 'tidy-up', ...step, output: 'Sorted' }),
    ).toEqual({ valid: true, issues: [], suggestions: [] });
  for (const input of [{}, { workflowId: 'tidy-up', output: 'x' }, { manifest: document, stepId: 'sort-it' }])
    expect(await fixture.refused('workflow_validate', input)).toMatchObject({ error_code: 'invalid_input' });
});

test('[W9.1] if workflows are not tools, none is listed or called, and workflow_run starts them', async () => {
  const other = await openToolFixture(['hello'], { workflowTools: false });
  try {
    expect(workflowsOf(await other.names(['all']))).toEqual([]);
    const { message } = await other.refused('w_tell', { text: 'Hi' });
    expect(message).toContain('Workflows are not tools on this server. Start one with workflow_run');
    expect(JSON.stringify(await other.succeed('workflow_list'))).not.toContain('w_tell');
    const started = await other.succeed('workflow_run', { workflow_id: 'tell', inputs: { text: 'Hi' } });
    expect(started).toMatchObject({ status: 'completed' });
  } finally {
    await other.close();
  }
});

test('[W9.1][F1.1] if the case tools are enabled, all of them are listed by default', async () => {
  const other = await openToolFixture([], { caseTools: true });
  try {
    const names = await other.names();
    expect(names).toEqual(expect.arrayContaining([...usual, ...more, 'run_fork', 'w_tell']));
    expect(await other.names(['default'])).toEqual(names);
    expect(await other.names(['authoring'])).not.toContain('cases_submit');
  } finally {
    await other.close();
  }
});

test('[W9.1][P2.7] if the case tools are disabled, those that answers name are listed, and all others exist', async () => {
  const other = await openToolFixture([], { caseTools: false });
  try {
    const ofCases = (names: readonly string[]) =>
      names.filter((name) => /^(cases|workitems|run|spec)/.test(name));
    expect(ofCases(await other.names(['all']))).toEqual(ofCases(usual));
    expect(ofCases(await other.names())).toEqual(ofCases(usual));
    const named = ['cases_status', 'workitems_list', 'workitems_complete', 'run_history'];
    for (const toolset of ['orchestration', 'authoring', 'cases'])
      expect(await other.names([toolset])).toEqual(expect.arrayContaining(named));
    const tools = registry.names.map((operation) => toolFor(operation, 'runs'));
    for (const name of tools.filter((each) => /^\w+$/.test(each)))
      expect(await other.toolRegistry.find(ann, name)).toBeDefined();
  } finally {
    await other.close();
  }
});
