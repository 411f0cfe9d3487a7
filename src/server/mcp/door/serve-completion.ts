/** The completion of what is typed into prompts and into templates of resources. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { protocolErrors } from './protocol-errors.ts';
import { getPrompt } from './serve-prompts.ts';
import { type ServerDesk, type ServerPlace, visitorOf } from './server-desk.ts';

/** That a completion may propose. */
const mostProposals = 100;

export function serveCompletion(server: Server, { contents, calls }: ServerDesk, place: ServerPlace): void {
  const { prompts, resources } = contents;
  server.setRequestHandler('completion/complete', ({ params: { ref, argument, context } }, request) =>
    protocolErrors(calls, visitorOf(place, request), async () => {
      const found =
        ref.type === 'ref/prompt'
          ? (getPrompt(prompts, ref.name).complete?.(argument) ?? [])
          : await resources.complete(visitorOf(place, request).principal, {
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
