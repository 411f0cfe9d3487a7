/** Formats tools for the list. */
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Tool } from '../contract/tool.ts';

const pageSize = 50;

/** A tool does not change, so its listing and size are cached. */
const listed = new WeakMap<Tool, ListedTool>();
const tokens = new WeakMap<Tool, number>();

export interface ToolPage {
  readonly tools: ListedTool[];
  readonly nextCursor?: string;
}

/**
 * The cursor is the name of the last tool of the previous page: it stays valid when tools are added or removed.
 * Throws ProtocolError.
 */
export function pageOfTools(all: readonly Tool[], cursor: string | undefined): ToolPage {
  const start = cursor === undefined ? 0 : all.findIndex(({ name }) => name === decode(cursor)) + 1;
  if (cursor !== undefined && start === 0) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor. Start again without a cursor.');
  }
  const page = all.slice(start, start + pageSize);
  const last = page.at(-1);
  const hasMore = start + pageSize < all.length && last !== undefined;
  return { tools: page.map(listedTool), ...(hasMore ? { nextCursor: encode(last.name) } : {}) };
}

const encode = (name: string): string => Buffer.from(name).toString('base64url');
const decode = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();

/** About four characters of JSON are a token. */
export function tokensOf(tool: Tool): number {
  const known = tokens.get(tool) ?? JSON.stringify(listedTool(tool)).length / 4;
  tokens.set(tool, known);
  return known;
}

export function listedTool(tool: Tool): ListedTool {
  const known = listed.get(tool);
  if (known !== undefined) return known;
  const { name, title, description, hints, meta, input, output, tasks } = tool;
  const made = {
    name,
    title,
    description,
    inputSchema: input.schema,
    ...(output === null ? {} : { outputSchema: output }),
    annotations: hints,
    ...(meta === undefined ? {} : { _meta: meta }),
    // Only for 2025 clients: with the others the server decides about tasks.
    ...(tasks === undefined ? {} : { execution: { taskSupport: tasks } }),
    // Schemas are plain objects at their root: that is the promise of every tool.
  } as unknown as ListedTool;
  listed.set(tool, made);
  return made;
}
