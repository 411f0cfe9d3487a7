/**
 * An answer as the protocol has it: the same as text and as structured content. What is too big for a conversation is
 * left out; `left_out` says what, and how it is read [P2.2].
 */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ToolAnswer } from '../contract/tool.ts';
import { leaveOut } from '../present/leave-out.ts';

/** In characters of JSON: hosts cut what is longer, or put it aside. */
const defaultLimit = 60_000;

export interface ResultOptions {
  /** In characters of JSON; infinite where nobody's context is at stake. */
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
    title: 'All of it',
    description: 'What was too big for this answer; it is read in pages.',
    mimeType: 'application/json',
    size,
  };
}
