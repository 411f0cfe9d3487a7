/** The MCP server that provides the tools of a connector. */
export type McpServer = StdioServer | HttpServer;

/** A program that is started without a shell, over standard input and output. */
export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Its environment: these variables, PATH, HOME and similar, and no others. */
  readonly env: { readonly [name: string]: string };
  /** Working directory; `undefined`: that of Signalbox. */
  readonly cwd: string | undefined;
}

export interface HttpServer {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
}
