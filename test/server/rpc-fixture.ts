/** For tests of JSON-RPC: a dispatcher with scripted tools that records its calls. */
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import type { Invoked } from '../../src/server/mcp/contract/mcp-endpoint.ts';
import type { JsonObject } from '../../src/server/mcp/contract/tool.ts';
import { refused } from '../../src/server/mcp/protocol/invoke-tool.ts';
import type { RpcCaller, RpcDependencies } from '../../src/server/rpc/rpc-dependencies.ts';

export type ScriptedTool = (input: JsonObject) => JsonObject | Promise<JsonObject>;

export interface RpcFixture {
  readonly dependencies: RpcDependencies;
  readonly caller: RpcCaller;
  /** Names of the called tools, in the order of their start. */
  readonly called: readonly string[];
  readonly reports: readonly unknown[];
}

/** `subtract` and `echo` exist; a tool that throws is an internal error. */
export function openRpcFixture(more: Readonly<Record<string, ScriptedTool>> = {}): RpcFixture {
  const tools = new Map<string, ScriptedTool>(
    Object.entries({
      subtract: ({ minuend, subtrahend }) => ({ difference: Number(minuend) - Number(subtrahend) }),
      echo: (input) => input,
      ...more,
    }),
  );
  const called: string[] = [];
  const reports: unknown[] = [];
  const mcpCaller = { principal: developmentPrincipal('ann'), correlationId: 'corr', choice: undefined };
  return {
    called,
    reports,
    caller: { mcpCaller, signal: new AbortController().signal },
    dependencies: {
      mcpEndpoint: {
        async invoke({ tool, input }, who): Promise<Invoked> {
          called.push(tool);
          const made = tools.get(tool);
          if (made === undefined) return refused(who, 'unknown_tool', `Unknown tool: ${tool.slice(0, 100)}.`);
          return { status: 200, body: await made(input as JsonObject) };
        },
      },
      tools: { list: async () => [] },
      version: '1.2.3',
      report: (_, error) => void reports.push(error),
    },
  };
}
