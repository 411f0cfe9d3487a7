/** The baseline: one tool with input and output schema, as in the SDK's documentation. */
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const text = z.object({ text: z.string() });

export function createBareEcho(): McpServer {
  const server = new McpServer({ name: 'bare', version: '1' });
  server.registerTool(
    'echo',
    { description: 'Returns the text.', inputSchema: text, outputSchema: text },
    async (given) => ({
      content: [{ type: 'text', text: JSON.stringify(given) }],
      structuredContent: given,
    }),
  );
  return server;
}
