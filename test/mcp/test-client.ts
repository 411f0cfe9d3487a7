/** Real clients of both SDKs and both eras behind one interface, so that a test can use all of them. */
import {
  Client,
  type ElicitRequest,
  type ElicitResult,
  type RequestOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FormerStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FormerHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as FormerTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { StdioCommand } from './program-fixture.ts';

/** The current SDK in the 2026 and the 2025 era; the former SDK, which supports only 2025. */
export type TestClientKind = 'present, 2026' | 'present, 2025' | 'former, 2025';

/** An address of MCP over HTTP, or a program to start. */
export type ServerTarget = string | StdioCommand;

export interface TestClientOptions {
  /** If the client can ask its user: the answer. */
  readonly human?: (request: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>;
  /** Extensions that the client declares. */
  readonly extensions?: Readonly<Record<string, Record<string, never>>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends its requests instead of the network. */
  readonly fetch?: (address: string | URL, init?: RequestInit) => Promise<Response>;
}

export interface TestCallResult {
  readonly isError: boolean;
  readonly text: string;
  /** Structured content. */
  readonly value: Readonly<Record<string, unknown>>;
}

export interface ReceivedNotification {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface TestClient {
  readonly instructions: string;
  tools(): Promise<readonly { readonly name: string }[]>;
  call(name: string, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<TestCallResult>;
  /** The text of a resource. */
  read(uri: string): Promise<string>;
  resources(): Promise<readonly { readonly uri: string }[]>;
  complete(uri: string, variable: string, typed: string): Promise<readonly string[]>;
  /** Subscribes to changes of tools, and of these resources. */
  watch(...uris: readonly string[]): Promise<void>;
  /** The next matching notification that was not taken before. */
  nextNotification(
    method: string,
    isMeant?: (heard: ReceivedNotification) => boolean,
  ): Promise<ReceivedNotification>;
  /** All that were not taken before, in the order in which they came. */
  takeNotifications(): readonly ReceivedNotification[];
  close(): Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: {
    readonly progress: number;
    readonly message?: string | undefined;
  }) => void;
}

const implementation = { name: 'guest', version: '1.0.0' };

/** For a server that is restarted: clients retry until it is there. */
const reconnectionOptions = {
  initialReconnectionDelay: 100,
  maxReconnectionDelay: 500,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 1_000,
};

export async function connectTestClient(
  kind: TestClientKind,
  target: ServerTarget,
  options: TestClientOptions = {},
): Promise<TestClient> {
  return kind === 'former, 2025'
    ? formerTestClient(target, options)
    : presentTestClient(kind, target, options);
}

/** The client itself, for what only it can do. */
export async function connectPresent(
  kind: Exclude<TestClientKind, 'former, 2025'>,
  target: ServerTarget,
  { human, extensions, headers, fetch }: TestClientOptions,
): Promise<Client> {
  const client = new Client(implementation, {
    capabilities: {
      ...(human === undefined ? {} : { elicitation: { form: {} } }),
      ...(extensions === undefined ? {} : { extensions: { ...extensions } }),
    },
    versionNegotiation: { mode: kind === 'present, 2026' ? { pin: '2026-07-28' } : 'legacy' },
  });
  if (human !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => human(params));
  await client.connect(
    typeof target === 'string'
      ? new StreamableHTTPClientTransport(new URL(target), transportOptions(headers, fetch))
      : new StdioClientTransport({ ...target, stderr: 'ignore' }),
  );
  return client;
}

export async function connectFormer(
  target: ServerTarget,
  { human, headers, fetch }: TestClientOptions,
): Promise<FormerClient> {
  const client = new FormerClient(implementation, {
    capabilities: human === undefined ? {} : { elicitation: { form: {} } },
  });
  if (human !== undefined) {
    // Both SDKs have the same shapes here, each with types of its own.
    client.setRequestHandler(
      ElicitRequestSchema,
      ({ params }) => human(params as ElicitRequest['params']) as never,
    );
  }
  const transport =
    typeof target === 'string'
      ? new FormerHttp(new URL(target), transportOptions(headers, fetch))
      : new FormerStdio({ ...target, stderr: 'ignore' });
  // Its optional properties are declared without `undefined`.
  await client.connect(transport as FormerTransport);
  return client;
}

const transportOptions = (headers: TestClientOptions['headers'], fetch: TestClientOptions['fetch']) => ({
  requestInit: { headers: { ...headers } },
  reconnectionOptions,
  ...(fetch === undefined ? {} : { fetch }),
});

async function presentTestClient(
  kind: Exclude<TestClientKind, 'former, 2025'>,
  target: ServerTarget,
  options: TestClientOptions,
): Promise<TestClient> {
  const client = await connectPresent(kind, target, options);
  const inbox = new NotificationInbox();
  client.fallbackNotificationHandler = async ({ method, params }) =>
    inbox.take({ method, params: params ?? {} });
  return {
    instructions: client.getInstructions() ?? '',
    tools: async () => (await client.listTools()).tools,
    call: async (name, args, { signal, onProgress } = {}) => {
      const request: RequestOptions = {
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onprogress: onProgress }),
      };
      return testCallResultOf(await client.callTool({ name, arguments: { ...args } }, request));
    },
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    resources: async () => (await client.listResources()).resources,
    complete: async (uri, name, value) =>
      (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion
        .values,
    async watch(...uris) {
      if (kind === 'present, 2026') {
        await client.listen({
          toolsListChanged: true,
          resourcesListChanged: true,
          resourceSubscriptions: [...uris],
        });
      } else for (const uri of uris) await client.subscribeResource({ uri });
    },
    nextNotification: (method, isMeant) => inbox.nextNotification(method, isMeant),
    takeNotifications: () => inbox.takeAll(),
    close: () => client.close(),
  };
}

async function formerTestClient(target: ServerTarget, options: TestClientOptions): Promise<TestClient> {
  const client = await connectFormer(target, options);
  const inbox = new NotificationInbox();
  client.fallbackNotificationHandler = async ({ method, params }) =>
    inbox.take({ method, params: params ?? {} });
  return {
    instructions: client.getInstructions() ?? '',
    async tools() {
      const all: { readonly name: string }[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        all.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return all;
    },
    call: async (name, args, { signal, onProgress } = {}) =>
      testCallResultOf(
        await client.callTool({ name, arguments: { ...args } }, CallToolResultSchema, {
          ...(signal === undefined ? {} : { signal }),
          ...(onProgress === undefined ? {} : { onprogress: onProgress }),
        }),
      ),
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    resources: async () => (await client.listResources()).resources,
    complete: async (uri, name, value) =>
      (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion
        .values,
    async watch(...uris) {
      for (const uri of uris) await client.subscribeResource({ uri });
    },
    nextNotification: (method, isMeant) => inbox.nextNotification(method, isMeant),
    takeNotifications: () => inbox.takeAll(),
    close: () => client.close(),
  };
}

/** Stores notifications until a test takes them. */
class NotificationInbox {
  readonly #heard: ReceivedNotification[] = [];
  readonly #waiting = new Set<() => void>();

  take(heard: ReceivedNotification): void {
    this.#heard.push(heard);
    for (const look of [...this.#waiting]) look();
  }

  takeAll(): readonly ReceivedNotification[] {
    return this.#heard.splice(0);
  }

  nextNotification(
    method: string,
    isMeant: (heard: ReceivedNotification) => boolean = () => true,
  ): Promise<ReceivedNotification> {
    return new Promise((resolve) => {
      const look = (): void => {
        const at = this.#heard.findIndex((heard) => heard.method === method && isMeant(heard));
        const [found] = at < 0 ? [] : this.#heard.splice(at, 1);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }
}

/** Each SDK has its own types for it. */
function testCallResultOf(result: object): TestCallResult {
  const { isError, content, structuredContent } = result as {
    readonly isError?: boolean;
    readonly content: readonly { readonly type: string; readonly text?: string }[];
    readonly structuredContent?: TestCallResult['value'];
  };
  return {
    isError: isError === true,
    text: content.find(({ type }) => type === 'text')?.text ?? '',
    value: structuredContent ?? {},
  };
}

function textOf(contents: readonly object[]): string {
  return contents.map((content) => ('text' in content ? String(content.text) : '')).join('');
}
