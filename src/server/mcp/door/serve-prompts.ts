/** Prompts. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { OfferedPrompt } from '../contract/contents.ts';
import { protocolErrors } from './protocol-errors.ts';
import { type ServerDesk, type ServerPlace, visitorOf } from './server-desk.ts';

export function servePrompts(server: Server, { contents, calls }: ServerDesk, place: ServerPlace): void {
  const { prompts } = contents;
  if (prompts.length === 0) return;
  server.setRequestHandler('prompts/list', async () => ({ prompts: prompts.map(({ prompt }) => prompt) }));
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    protocolErrors(calls, visitorOf(place, context), () =>
      getPrompt(prompts, params.name).get(
        visitorOf(place, context).principal,
        params.arguments ?? {},
        context,
      ),
    ),
  );
}

export function getPrompt(prompts: readonly OfferedPrompt[], name: string): OfferedPrompt {
  const found = prompts.find(({ prompt }) => prompt.name === name);
  if (found !== undefined) return found;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 100)}.`);
}
