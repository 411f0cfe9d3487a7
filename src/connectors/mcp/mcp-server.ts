/** Where the tools of a connector come from: another MCP server. */
export type McpServer = StdioServer | HttpServer;

/** A program that is started, without a shell, and spoken to over its input and output. */
export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Besides PATH, HOME and the like it gets these variables, and no others. */
  readonly env: { readonly [name: string]: string };
  /** Where it works; undefined is where Signalbox does. */
  readonly cwd: string | undefined;
}

export interface HttpServer {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
}
