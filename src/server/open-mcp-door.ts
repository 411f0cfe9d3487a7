/** The door for MCP clients, with the product's tools and resources behind it. */
import { openKeys, registry, type Settings } from '../operations/index.ts';
import { answerInTime } from './local/answer-in-time.ts';
import type { Signalbox } from './local/signalbox.ts';
import type { NoteCall } from './mcp/contract/call-record.ts';
import type { Contents } from './mcp/contract/contents.ts';
import type { McpDoor } from './mcp/contract/mcp-door.ts';
import { createMcpDoor } from './mcp/door/create-mcp-door.ts';
import { instructionsFor } from './mcp/instructions.ts';
import { createResourceShelf } from './mcp/resources/resource-shelf.ts';
import { createToolShelf } from './mcp/shelf/tool-shelf.ts';

export interface OpenMcpDoorOptions {
  readonly signalbox: Signalbox;
  readonly settings: Settings;
  readonly version: string;
  readonly note: NoteCall;
  /** A mistake of the program: one line, without secrets. */
  readonly report: (line: string, error: unknown) => void;
  /** What is offered, made of what the product offers: all of that where it is absent. */
  readonly compose?: (contents: Contents) => Contents;
}

export interface OpenedMcpDoor {
  readonly door: McpDoor;
  readonly contents: Contents;
}

/** Rejects with OperationError. */
export async function openMcpDoor(options: OpenMcpDoorOptions): Promise<OpenedMcpDoor> {
  const { signalbox, settings, version, note, report, compose = (own) => own } = options;
  const call = answerInTime(signalbox);
  const { pinned, workflowTools, caseTools, retention } = settings;
  const tools = createToolShelf({ call, registry, pinned, workflowTools, caseTools });
  const toolOf = async (...asked: Parameters<typeof tools.findByWorkflow>) =>
    (await tools.findByWorkflow(...asked))?.name;
  const resources = createResourceShelf({ call, toolOf });
  const contents = compose({ tools, resources, prompts: [], logs: false });
  const keys = await openKeys(settings);
  const door = createMcpDoor({
    signalbox: { call },
    contents,
    keys,
    version,
    instructionsFor,
    retention,
    note,
    report,
  });
  return { door, contents };
}
