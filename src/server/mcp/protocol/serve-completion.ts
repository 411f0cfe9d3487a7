/** Serves completion for prompts and resource templates. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { type ConnectionInfo, callerOf, type McpDependencies } from './mcp-dependencies.ts';
import { protocolErrors } from './protocol-errors.ts';
import { getPrompt } from './serve-prompts.ts';

/** Maximum number of proposals. */
const maxProposals = 100;

export function serveCompletion(
  server: Server,
  { contents, calls }: McpDependencies,
  connection: ConnectionInfo,
): void {
  const { prompts, resources } = contents;
  server.setRequestHandler('completion/complete', ({ params: { ref, argument, context } }, request) =>
    protocolErrors(calls, callerOf(connection, request), async () => {
      const found =
        ref.type === 'ref/prompt'
          ? (getPrompt(prompts, ref.name).complete?.(argument) ?? [])
          : await resources.complete(callerOf(connection, request).principal, {
              uri: ref.uri,
              variable: argument.name,
              typed: argument.value,
              known: context?.arguments ?? {},
            });
      if (found === undefined) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'The template or the variable does not exist.',
        );
      }
      const values = found.slice(0, maxProposals);
      return { completion: { values, total: found.length, hasMore: found.length > values.length } };
    }),
  );
}
