/**
 * The product's MCP endpoint in this process: a test can see its operations, records and reports, and choose the
 * caller.
 */
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
import { type OpenMcpEndpointOptions, openMcpEndpoint } from '../../src/server/mcp/open-mcp-endpoint.ts';
import { checkOutput } from '../operations/check-output.ts';
import { toPlatformResponse } from '../server/platform-exchange.ts';
import type { TestClientOptions } from './test-client.ts';

export interface McpFixture {
  /** Sends requests to the endpoint as over HTTP, as a principal. */
  as(principal: Principal): NonNullable<TestClientOptions['fetch']>;
  /** Operations that the endpoint has called, in order. */
  readonly asked: readonly string[];
  readonly notes: readonly CallRecord[];
  /** Number of calls whose connection ends with the rights of the caller. */
  readonly watchedCalls: number;
  readonly reports: readonly { readonly line: string; readonly error: unknown }[];
  readonly mcpEndpoint: McpEndpoint;
  /** Bypasses the endpoint. */
  operate(operation: string, input: object): Promise<Readonly<Record<string, unknown>>>;
  /** The same as another principal. */
  operateAs(
    principal: Principal,
    operation: string,
    input: object,
  ): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** Target of requests; it refuses connections. */
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
  let watchedCalls = 0;
  const closeWhenRightsEnd = (): void => {
    watchedCalls += 1;
  };
  const reports: { line: string; error: unknown }[] = [];
  const signalbox: Signalbox = {
    role: box.role,
    owner: box.owner,
    registry: box.registry,
    async call(principal, operation, input, signal): Promise<Json> {
      asked.push(operation);
      // Polling without a pause would leave the test no time to see it.
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
    get watchedCalls() {
      return watchedCalls;
    },
    reports,
    mcpEndpoint,
    as: (principal) => async (address, init) => {
      const request = new Request(address, init);
      const text = await request.clone().text();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      const caller = { principal, choice: undefined, body, closeWhenRightsEnd };
      return toPlatformResponse(await mcpEndpoint.fetch(request, caller));
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
