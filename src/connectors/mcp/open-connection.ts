/**
 * A connection to an MCP server, in the protocol era that the server speaks, with the list of its tools. It ends once:
 * when it is closed, or when the server does; whoever keeps it opens another.
 */
import {
  Client,
  type ConnectOptions,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { LastWords } from './last-words.ts';
import type { McpServer } from './mcp-server.ts';

export interface Connection {
  readonly client: Client;
  /** As listed last. */
  tools(): ReadonlyMap<string, Tool>;
  /** Asks for the list again. */
  refresh(): Promise<void>;
  /** What spares the next connection to ask for the era; undefined where asking costs nothing. */
  readonly prior: Prior | undefined;
  close(): Promise<void>;
}

export type Prior = NonNullable<ConnectOptions['prior']>;

export interface ConnectionOptions {
  readonly server: McpServer;
  /** Of Signalbox, which introduces itself. */
  readonly version: string;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly prior: Prior | undefined;
  readonly lastWords: LastWords;
  readonly signal: AbortSignal;
  /** Called once, unless opening failed. */
  readonly onEnd: () => void;
  readonly onTools: (tools: ReadonlyMap<string, Tool>) => void;
}

/** A program may have to be fetched before it runs. */
const connectTime = 60_000;
const probeTime = 20_000;
const listTime = 30_000;

/** Throws where the server cannot be reached or does not speak the protocol. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { prior, signal, onTools } = options;
  let tools: ReadonlyMap<string, Tool> = new Map();
  const refresh = async (): Promise<void> => {
    if (client.getServerCapabilities()?.tools === undefined) return;
    const { tools: listed } = await client.listTools(undefined, { cacheMode: 'refresh', timeout: listTime });
    tools = new Map(listed.map((tool) => [tool.name, tool]));
    onTools(tools);
  };
  const client = new Client(
    { name: 'signalbox', version: options.version },
    {
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeTime } },
      // Nobody is there whom a tool could ask.
      inputRequired: { autoFulfill: false },
      listChanged: {
        // A list that cannot be had now is asked for again when it is missed.
        tools: { autoRefresh: false, debounceMs: 0, onChanged: () => void refresh().catch(() => undefined) },
      },
    },
  );
  const transport = createTransport(options);
  let isOpen = false;
  client.onclose = () => {
    if (isOpen) options.onEnd();
    isOpen = false;
  };
  // What goes wrong with a call is told to the call; what ends the connection, by its end.
  client.onerror = () => undefined;
  try {
    const connectOptions = { timeout: connectTime, signal };
    await client.connect(transport, prior === undefined ? connectOptions : { ...connectOptions, prior });
    await refresh();
  } catch (error) {
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
    throw error;
  }
  isOpen = true;
  return {
    client,
    tools: () => tools,
    refresh,
    prior: transport instanceof StdioClientTransport ? priorOf(client) : undefined,
    close: async () => {
      // A session is given back where there is one; a server that has gone needs nothing.
      if (transport instanceof StreamableHTTPClientTransport) {
        await transport.terminateSession().catch(() => undefined);
      }
      await client.close().catch(() => undefined);
    },
  };
}

function createTransport({ server, fetch, lastWords }: ConnectionOptions): Transport {
  if (server.kind === 'http') {
    return new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { ...server.headers } },
      ...(fetch === undefined ? {} : { fetch }),
    });
  }
  const transport = new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    env: { ...server.env },
    stderr: 'pipe',
    ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
  });
  lastWords.listen(transport.stderr);
  return transport;
}

/** To ask a program for its era it is started once more. */
function priorOf(client: Client): Prior | undefined {
  if (client.getProtocolEra() === 'legacy') return { kind: 'legacy' };
  const discover = client.getDiscoverResult();
  return discover === undefined ? undefined : { kind: 'modern', discover };
}
