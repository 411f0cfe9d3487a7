/** What ours is measured against: one tool with input and output schema, as the SDK's documentation would write it. */
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const text = z.object({ text: z.string() });

export function createBareEcho(): McpServer {
  const server = new McpServer({ name: 'bare', version: '1' });
  server.registerTool(
    'echo',
    { description: 'Gives the text back.', inputSchema: text, outputSchema: text },
    async (given) => ({
      content: [{ type: 'text', text: JSON.stringify(given) }],
      structuredContent: given,
    }),
  );
  return server;
}
