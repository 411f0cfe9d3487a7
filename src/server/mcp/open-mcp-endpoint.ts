/** Opens the endpoint for MCP clients, with the product's tools and resources. */
import { openKeys, type Settings } from '../../operations/index.ts';
import type { Signalbox } from '../local/signalbox.ts';
import type { NoteCall } from './contract/call-record.ts';
import type { Contents } from './contract/contents.ts';
import type { McpEndpoint } from './contract/mcp-endpoint.ts';
import { instructionsFor } from './instructions.ts';
import { createMcpEndpoint } from './protocol/create-mcp-endpoint.ts';
import { createToolRegistry } from './registry/tool-registry.ts';
import { createResourceList } from './resources/resource-list.ts';

export interface OpenMcpEndpointOptions {
  readonly signalbox: Signalbox;
  readonly settings: Settings;
  readonly version: string;
  readonly note: NoteCall;
  /** An internal error: one line, without secrets. */
  readonly report: (line: string, error: unknown) => void;
  /** Extends or replaces the product's contents. Default: all of them. */
  readonly compose?: (contents: Contents) => Contents;
}

export interface OpenedMcpEndpoint {
  readonly mcpEndpoint: McpEndpoint;
  readonly contents: Contents;
}

/** Rejects with OperationError. */
export async function openMcpEndpoint(options: OpenMcpEndpointOptions): Promise<OpenedMcpEndpoint> {
  const { signalbox, settings, version, note, report, compose = (own) => own } = options;
  const { registry } = signalbox;
  const call: Signalbox['call'] = (...asked) => signalbox.call(...asked);
  const { pinned, workflowTools, caseTools, toolDrawings: drawings, retention } = settings;
  const tools = createToolRegistry({ call, registry, pinned, workflowTools, caseTools, drawings });
  const toolOf = async (...asked: Parameters<typeof tools.findByWorkflow>) =>
    (await tools.findByWorkflow(...asked))?.name;
  const resources = createResourceList({ call, toolOf });
  const contents = compose({ tools, resources, prompts: [], logs: false });
  const keys = await openKeys(settings);
  const mcpEndpoint = createMcpEndpoint({
    signalbox: { call },
    contents,
    keys,
    version,
    instructionsFor,
    retention,
    note,
    report,
  });
  return { mcpEndpoint, contents };
}
