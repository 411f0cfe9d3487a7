/** The tools of a real Signalbox, called plainly: the examples, and documents of its own. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../src/kernel/index.ts';
import { openKeys, type Principal, registry, resolveSettings, scopes } from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/local/open-signalbox.ts';
import type { CallRecord } from '../../src/server/mcp/contract/call-record.ts';
import type { ToolChoice, ToolShelf } from '../../src/server/mcp/contract/contents.ts';
import type { JsonObject, Tool } from '../../src/server/mcp/contract/tool.ts';
import { createMcpDoor } from '../../src/server/mcp/door/create-mcp-door.ts';
import { createResourceShelf } from '../../src/server/mcp/resources/resource-shelf.ts';
import { createToolShelf } from '../../src/server/mcp/shelf/tool-shelf.ts';

export interface ToolDesk {
  readonly shelf: ToolShelf;
  /** What was called of Signalbox, by operation. */
  readonly asked: readonly string[];
  readonly calls: readonly CallRecord[];
  /** Names of what is listed. */
  names(choice?: ToolChoice, principal?: Principal): Promise<readonly string[]>;
  /** Throws where there is none. */
  tool(name: string): Promise<Tool>;
  /** Whatever comes of it. */
  invoke(tool: string, input?: object, principal?: Principal, signal?: AbortSignal): Promise<Invoked>;
  /** Throws where it is an error. */
  succeed(tool: string, input?: object): Promise<Answer>;
  /** Throws where it is none. */
  refused(tool: string, input?: object, principal?: Principal): Promise<Answer>;
  operate(operation: string, input: object): Promise<Json>;
  close(): Promise<void>;
}

type Answer = Readonly<Record<string, unknown>>;

interface Invoked {
  readonly status: number;
  readonly body: JsonObject;
}

export const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'agent',
};

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** What gives something back, asks, fails, waits for long, and asks two at once. */
const deskSource = `domain: desk
version: "2.1"
workflows:
  tell:
    description: Gives back what it got
    params:
      text: { type: any, required: true, description: "What to say", example: Hi }
      times: { type: int, default: 1 }
    graph: { say: { call: echo, args: { text: $text } } }
    result: $say.text
  ask:
    description: Asks for a word
    graph:
      ask: { type: yield, message: "Which word?", expects: { word: str } }
      say: { call: echo, depends_on: [ask], args: { text: $ask.word } }
    result: $say.text
  ask_two:
    graph:
      left: { type: yield, message: "Left?", expects: { word: str } }
      right: { type: yield, message: "Right?", expects: { word: str } }
  fail:
    graph:
      say: { call: echo, args: { text: soon } }
      choose:
        type: branch
        depends_on: [say]
        on: [{ when: "$say.text == 'soon'", goto: stop }, { default: go }]
      stop: { type: error, message: Not today }
      go: { call: echo }
  slow: { description: Takes a day, graph: { pause: { wait: 1 day } } }
`;

const brokenSource = 'workflows: { wrong: { graph: { say: { call: echo, depends_on: [nothing] } } } }\n';

/** @param pinned workflows that are listed first */
export async function openDesk(pinned: readonly string[] = []): Promise<ToolDesk> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-tools-'));
  const own = join(folder, 'workflows');
  await mkdir(own);
  await writeFile(join(own, 'desk.yaml'), deskSource);
  await writeFile(join(own, 'broken.yaml'), brokenSource);
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [own, join(examples, 'travel'), join(examples, 'hello')]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const box = await openSignalbox(settings, { env: {}, version: '1', warn: () => undefined });
  const asked: string[] = [];
  const calls: CallRecord[] = [];
  const call = (principal: Principal, operation: string, input: unknown): Promise<Json> => {
    asked.push(operation);
    return box.call(principal, operation, input);
  };
  const shelf = createToolShelf({ call, registry, pinned });
  const door = createMcpDoor({
    signalbox: { call },
    contents: {
      tools: shelf,
      resources: createResourceShelf({ call, toolOf: noTool }),
      prompts: [],
      logs: false,
    },
    keys: await openKeys(settings),
    version: '1',
    instructions: '',
    retention: null,
    note: (record) => void calls.push(record),
    report: (line, error) => {
      throw new Error(line, { cause: error });
    },
  });
  const lasting = new AbortController().signal;
  const invoke: ToolDesk['invoke'] = (tool, input = {}, principal = ann, signal = lasting) =>
    door.invoke({ tool, input, signal }, { principal, choice: undefined });
  return {
    shelf,
    asked,
    calls,
    invoke,
    names: async (choice, principal = ann) => (await shelf.list(principal, choice)).map(({ name }) => name),
    async tool(name) {
      const found = await shelf.find(ann, name);
      if (found === undefined) throw new Error(`There is no tool ${name}.`);
      return found;
    },
    async succeed(tool, input) {
      const { status, body } = await invoke(tool, input);
      if (status !== 200) throw new Error(`${tool} gave ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async refused(tool, input, principal) {
      const { status, body } = await invoke(tool, input, principal);
      if (status === 200) throw new Error(`${tool} was not refused: ${JSON.stringify(body)}`);
      return body;
    },
    operate: (operation, input) => box.call(ann, operation, input),
    async close() {
      await door.close();
      await box.close();
      await rm(folder, { recursive: true });
    },
  };
}

const noTool = async (): Promise<undefined> => undefined;
