/** Prompts, and the completion of what is typed into them and into templates of resources. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { OfferedPrompt } from '../contract/contents.ts';
import { protocolErrors } from './protocol-errors.ts';
import type { ServerDesk, ServerPlace } from './server-desk.ts';

/** That a completion may propose. */
const mostProposals = 100;

export function servePrompts(server: Server, { contents }: ServerDesk, { visitor }: ServerPlace): void {
  const { prompts, resources } = contents;
  const { principal } = visitor;
  if (prompts.length > 0) {
    server.setRequestHandler('prompts/list', async () => ({ prompts: prompts.map(({ prompt }) => prompt) }));
    server.setRequestHandler('prompts/get', ({ params }, context) =>
      protocolErrors(() => getPrompt(prompts, params.name).get(principal, params.arguments ?? {}, context)),
    );
  }
  server.setRequestHandler('completion/complete', ({ params: { ref, argument, context } }) =>
    protocolErrors(async () => {
      const found =
        ref.type === 'ref/prompt'
          ? (getPrompt(prompts, ref.name).complete?.(argument) ?? [])
          : await resources.complete(principal, {
              uri: ref.uri,
              variable: argument.name,
              begun: argument.value,
              known: context?.arguments ?? {},
            });
      if (found === undefined) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'There is no such template, or no such variable.',
        );
      }
      const values = found.slice(0, mostProposals);
      return { completion: { values, total: found.length, hasMore: found.length > values.length } };
    }),
  );
}

function getPrompt(prompts: readonly OfferedPrompt[], name: string): OfferedPrompt {
  const found = prompts.find(({ prompt }) => prompt.name === name);
  if (found !== undefined) return found;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 100)}.`);
}
