/**
 * Formats an answer for the protocol: the same as text and as structured content. Leaves out what is too big for a
 * conversation; `left_out` says what, and how to read it [P2.2].
 */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ToolAnswer } from '../contract/tool.ts';
import { leaveOut } from '../present/leave-out.ts';

/** In characters of JSON: hosts cut or move longer answers. */
const defaultLimit = 60_000;

export interface ResultOptions {
  /** In characters of JSON; infinite if no conversation is limited by it. */
  readonly limit?: number;
}

export function toolResult(answer: ToolAnswer, { limit = defaultLimit }: ResultOptions = {}): CallToolResult {
  const { value, isError = false, links = [], resource } = answer;
  const whole = JSON.stringify(value);
  const fits = whole.length <= limit;
  const shown = fits ? value : leaveOut(answer, limit);
  const content: ContentBlock[] = [{ type: 'text', text: fits ? whole : JSON.stringify(shown) }, ...links];
  if (!fits && resource !== undefined) content.push(linkTo(resource, whole.length));
  return { content, structuredContent: shown, ...(isError ? { isError } : {}) };
}

function linkTo(uri: string, size: number): ContentBlock {
  return {
    type: 'resource_link',
    uri,
    name: uri,
    title: 'The whole answer',
    description: 'What was too big for this answer; read it in pages.',
    mimeType: 'application/json',
    size,
  };
}
