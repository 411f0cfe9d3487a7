/** For tests of JSON-RPC: a desk whose tools do what a test says, and remember what they were asked. */
import { developmentPrincipal } from '../auth/development-principal.ts';
import type { Invoked } from '../mcp/contract/mcp-door.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { refused } from '../mcp/door/invoke-tool.ts';
import type { RpcCaller, RpcDesk } from './rpc-desk.ts';

export type ScriptedTool = (input: JsonObject) => JsonObject | Promise<JsonObject>;

export interface RpcLab {
  readonly desk: RpcDesk;
  readonly caller: RpcCaller;
  /** Names of the tools that were called, in the order in which that began. */
  readonly called: readonly string[];
  readonly reports: readonly unknown[];
}

/** `subtract` and `echo` are there; a tool that throws is a mistake of the program. */
export function openRpcLab(more: Readonly<Record<string, ScriptedTool>> = {}): RpcLab {
  const tools = new Map<string, ScriptedTool>(
    Object.entries({
      subtract: ({ minuend, subtrahend }) => ({ difference: Number(minuend) - Number(subtrahend) }),
      echo: (input) => input,
      ...more,
    }),
  );
  const called: string[] = [];
  const reports: unknown[] = [];
  const visitor = { principal: developmentPrincipal('ann'), correlationId: 'corr', choice: undefined };
  return {
    called,
    reports,
    caller: { visitor, signal: new AbortController().signal },
    desk: {
      door: {
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
