/** Connection instructions for each host: the command to run, or the configuration to write. */

export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ConnectionHint {
  readonly host: string;
  readonly hint: string;
  readonly snippet: string;
}

/** @param url of `/mcp`; @param stdio null if the reader may be on another machine, where its files do not exist */
export function connectionHints(url: string, stdio: StdioCommand | null): readonly ConnectionHint[] {
  const http = { type: 'http', url };
  return [
    {
      host: 'Claude Code',
      hint: 'Run this command in a terminal.',
      snippet: typeForClaudeCode(url),
    },
    ...(stdio === null ? [] : [forClaudeDesktop(stdio)]),
    {
      host: 'Cursor',
      hint: 'Add this to ~/.cursor/mcp.json, or to .cursor/mcp.json of a project.',
      snippet: pretty({ mcpServers: { signalbox: { url } } }),
    },
    {
      host: 'VS Code',
      hint: 'Add this to .vscode/mcp.json of a project.',
      snippet: pretty({ servers: { signalbox: http } }),
    },
    {
      host: 'Any MCP client',
      hint: 'Transport: streamable HTTP. Revision 2026-07-28, and those of 2025.',
      snippet: url,
    },
    {
      host: 'Without a client',
      hint: 'Call any tool with one request.',
      snippet: typeForCurl(url),
    },
  ];
}

const forClaudeDesktop = ({ command, args }: StdioCommand): ConnectionHint => ({
  host: 'Claude Desktop',
  hint: 'Add this to claude_desktop_config.json (Settings, Developer, Edit Config) and restart it.',
  snippet: pretty({ mcpServers: { signalbox: { command, args } } }),
});

/** @param key placeholder for credentials, if they are required */
export const typeForClaudeCode = (url: string, key = ''): string =>
  `claude mcp add --transport http signalbox ${url}${key === '' ? '' : ` --header "${bearer(key)}"`}`;

export const typeForCurl = (url: string, key = ''): string =>
  `curl -s ${url}/tools/invoke${key === '' ? '' : ` -H '${bearer(key)}'`} -H 'content-type: application/json' -d '{"tool":"workflow_list"}'`;

const bearer = (key: string): string => `Authorization: Bearer ${key}`;

const pretty = (value: object): string => JSON.stringify(value, null, 2);
