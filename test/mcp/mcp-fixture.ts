/** The product's door in this process, where a test can see what it asks for, notes and reports, and who comes is chosen. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Json } from '../../src/kernel/index.ts';
import { type Principal, resolveSettings, scopes } from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/local/open-signalbox.ts';
import type { Signalbox } from '../../src/server/local/signalbox.ts';
import type { CallRecord } from '../../src/server/mcp/contract/call-record.ts';
import type { McpEndpoint } from '../../src/server/mcp/contract/mcp-endpoint.ts';
import { type OpenMcpEndpointOptions, openMcpEndpoint } from '../../src/server/open-mcp-endpoint.ts';
import { checkOutput } from '../operations/check-output.ts';
import type { TestClientOptions } from './test-client.ts';

export interface McpFixture {
  /** Carries requests to the door, as they would come over HTTP, in somebody's name. */
  as(principal: Principal): NonNullable<TestClientOptions['fetch']>;
  /** Operations that the door has asked for, in their order. */
  readonly asked: readonly string[];
  readonly notes: readonly CallRecord[];
  readonly reports: readonly { readonly line: string; readonly error: unknown }[];
  readonly mcpEndpoint: McpEndpoint;
  /** Past the door. */
  operate(operation: string, input: object): Promise<Readonly<Record<string, unknown>>>;
  /** The same in somebody's name. */
  operateAs(
    principal: Principal,
    operation: string,
    input: object,
  ): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** Where requests are sent to; nobody listens there. */
export const fixtureUrl = 'http://127.0.0.1/mcp';

export const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'agent',
};

/** @param source one document with workflows */
export async function openMcpFixture(
  source: string,
  options: Pick<OpenMcpEndpointOptions, 'compose'> = {},
): Promise<McpFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-lab-'));
  const workflows = join(folder, 'workflows');
  await mkdir(workflows);
  await writeFile(join(workflows, 'lab.yaml'), source);
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [workflows]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const box = await openSignalbox(settings, { env: {}, version: '1', warn: () => undefined });
  const asked: string[] = [];
  const notes: CallRecord[] = [];
  const reports: { line: string; error: unknown }[] = [];
  const signalbox: Signalbox = {
    role: box.role,
    owner: box.owner,
    async call(principal, operation, input, signal): Promise<Json> {
      asked.push(operation);
      // Whoever were to ask again and again would leave no time for the test to see it.
      await setImmediate();
      return checkOutput(operation, await box.call(principal, operation, input, signal));
    },
    close: () => box.close(),
  };
  const { mcpEndpoint } = await openMcpEndpoint({
    ...options,
    signalbox,
    settings,
    version: '1',
    note: (record) => void notes.push(record),
    report: (line, error) => void reports.push({ line, error }),
  });
  return {
    asked,
    notes,
    reports,
    mcpEndpoint,
    as: (principal) => async (address, init) => {
      const request = new Request(address, init);
      const text = await request.clone().text();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      return mcpEndpoint.fetch(request, { principal, choice: undefined, body });
    },
    operate: async (operation, input) => (await box.call(ann, operation, input)) as Record<string, Json>,
    operateAs: async (principal, operation, input) =>
      (await box.call(principal, operation, input)) as Record<string, Json>,
    async close() {
      await mcpEndpoint.close();
      await box.close();
      await rm(folder, { recursive: true });
    },
  };
}
