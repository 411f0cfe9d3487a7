/** Catalogs of large documents: every command is called with its slice as with the whole document. */
import { describe, expect, test } from 'vitest';
import {
  type CommandDetail,
  type CompiledCatalog,
  compileOpenApi,
  openApi,
  openCommand,
} from '../../src/catalogs/index.ts';
import type { Json } from '../../src/expression/index.ts';
import { createRandom } from '../../src/testing/index.ts';
import { largeDocuments, operationsOf } from './large-documents.ts';
import { CannotMake, RandomArguments } from './random-arguments.ts';

const seed = 20_261_120;
const isLong = process.env['SIGNALBOX_LONG'] === '1';

function compile(document: Json): CompiledCatalog {
  const result = compileOpenApi(document);
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  return result.catalog;
}

describe.each(largeDocuments)('$name, version $version', ({ read, share }) => {
  const document = read();
  const catalog = compile(document);
  const { commands } = catalog.index;
  const operations = operationsOf(document);
  const result = openApi(document);
  const api = result.kind === 'api' ? result.api : undefined;

  test('[C2.1] all operations have two names of their own, and are found by both', () => {
    expect(commands.map(({ method, path }) => `${method} ${path}`)).toEqual(
      operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    );
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
    expect(new Set(commands.map(({ canonical }) => canonical)).size).toBe(commands.length);
    expect(api?.operations.map(({ name, command }) => [name, command?.canonical])).toEqual(
      commands.map(({ name, canonical }) => [name, canonical]),
    );
    for (const { name, canonical, operationId } of commands) {
      expect(api?.find(canonical)).toBe(api?.find(name));
      if (operationId !== null) expect(api?.find(operationId)).toBe(api?.find(name));
    }
  });

  test('[C2.1] the index says what the operations say', () => {
    for (const [at, { parameters, summary }] of commands.entries()) {
      const operation = api?.operations[at];
      expect(parameters.map(({ name, required }) => ({ name, required }))).toEqual(
        operation?.parameters.map(({ name, required }) => ({ name, required })),
      );
      expect(summary.length).toBeLessThanOrEqual(200);
      expect(summary).not.toMatch(/[\r\n]/);
    }
  });

  test(`[C2.2] a slice builds the same requests as the whole document, seed ${seed}`, () => {
    const random = new RandomArguments(document, createRandom(seed));
    let built = 0;
    for (const [at, operation] of operations.entries()) {
      const { name = '', parameters = [] } = commands[at] ?? {};
      const detail: CommandDetail = JSON.parse(JSON.stringify(catalog.detail(at)));
      const [slice, whole] = [openCommand(detail, name), api?.find(name)];
      const { build: _, ...facts } = whole ?? {};
      expect(slice).toMatchObject(facts);
      if (!isLong && at % share !== 0) continue;
      const names = parameters.map((each) => each.name);
      const made = [{ unknown_argument: 1 }, {}, ...attempt(() => random.of(operation, names, at % 2 === 0))];
      for (const args of [
        ...made,
        ...made.map((each) => ({ ...each, [names[0] ?? 'a']: ['x', { y: 1 }] })),
      ]) {
        const request = whole?.build(args);
        expect(slice?.build(args)).toEqual(request);
        if (request?.kind === 'request') built += 1;
      }
    }
    expect(built).toBeGreaterThan((operations.length / (isLong ? 1 : share)) * 0.9);
  });

  test('[C2.2] slices are small, and have no responses', () => {
    let bytes = 0;
    for (const [at, { method, path }] of commands.entries()) {
      const { call, parameters, result: type } = catalog.detail(at);
      if (call.kind !== 'openapi') throw new Error('No slice');
      const { paths } = call.document as { readonly paths: { readonly [path: string]: object } };
      expect(paths[path]).not.toHaveProperty(`${method.toLowerCase()}.responses`);
      const operation = api?.operations[at];
      expect({ parameters, type }).toEqual({ parameters: operation?.parameters, type: operation?.result });
      bytes += JSON.stringify(call.document).length;
    }
    expect(bytes / commands.length).toBeLessThan(10_000);
  });

  test('[C2.4] providers are commands of the catalog that get what they need', () => {
    const byName = new Map(commands.map((command) => [command.name, command]));
    for (const command of commands) {
      const names = command.parameters.map(({ name }) => name);
      for (const { name, provider } of command.parameters) {
        if (provider === undefined) continue;
        const source = byName.get(provider.command);
        expect(source?.reads).toBe(true);
        const required = source?.parameters.flatMap((each) => (each.required ? [each.name] : []));
        expect(Object.keys(provider.args).toSorted()).toEqual(required?.toSorted());
        for (const filled of Object.values(provider.args)) {
          expect(names).toContain(filled);
          expect(filled).not.toBe(name);
        }
      }
    }
  });
});

test('[C2.4] providers of GitHub', () => {
  const { commands } = compile(largeDocuments[0]?.read() ?? null).index;
  const providerOf = (command: string, parameter: string) =>
    commands.find(({ name }) => name === command)?.parameters.find(({ name }) => name === parameter)
      ?.provider;
  const ofRepo = { owner: 'owner', repo: 'repo' };
  expect(providerOf('users_get_by_username', 'username')).toEqual({
    command: 'users_list',
    list: null,
    value: 'login',
    label: null,
    args: {},
  });
  expect(providerOf('issues_create', 'owner')).toMatchObject({ command: 'users_list', value: 'login' });
  expect(providerOf('issues_create', 'repo')).toEqual({
    command: 'repos_list_for_user',
    list: null,
    value: 'name',
    label: null,
    args: { username: 'owner' },
  });
  expect(providerOf('issues_get', 'issue_number')).toEqual({
    command: 'issues_list_for_repo',
    list: null,
    value: 'number',
    label: 'title',
    args: ofRepo,
  });
  expect(providerOf('teams_get_by_name', 'team_slug')).toEqual({
    command: 'teams_list',
    list: null,
    value: 'slug',
    label: 'name',
    args: { org: 'org' },
  });
  expect(providerOf('repos_get_branch', 'branch')).toMatchObject({
    command: 'repos_list_branches',
    args: ofRepo,
  });
  expect(providerOf('actions_get_workflow_run', 'run_id')).toMatchObject({
    command: 'actions_list_workflow_runs_for_repo',
    list: 'workflow_runs',
    value: 'id',
  });
  // What is added is not in the list of what is there.
  expect(providerOf('repos_remove_collaborator', 'username')?.command).toBe('repos_list_collaborators');
  expect(providerOf('repos_add_collaborator', 'username')?.command).toBe('users_list');
  for (const [command, parameter] of [
    ['issues_create', 'title'],
    ['issues_create', 'milestone'],
    ['repos_get_content', 'path'],
    ['repos_get_content', 'ref'],
    ['actions_get_actions_cache_list', 'key'],
    ['repos_create_using_template', 'name'],
    ['search_labels', 'q'],
  ] as const)
    expect(providerOf(command, parameter)).toBeUndefined();
});

/** Nothing if it cannot be made. */
function attempt<T>(make: () => T): readonly T[] {
  try {
    return [make()];
  } catch (error) {
    if (error instanceof CannotMake) return [];
    throw error;
  }
}
