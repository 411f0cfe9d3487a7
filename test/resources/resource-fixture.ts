/** The resources of a real Signalbox: the examples, and difficult documents. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { Json } from '../../src/kernel/index.ts';
import { type Principal, resolveSettings, scopes } from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/local/open-signalbox.ts';
import type { ResourceList } from '../../src/server/mcp/contract/contents.ts';
import { createResourceList } from '../../src/server/mcp/resources/resource-list.ts';
import { checkOutput } from '../operations/check-output.ts';

export interface ResourceFixture {
  readonly resourceList: ResourceList;
  /** An operation, as ann. */
  call(operation: string, input: object): Promise<Json>;
  /** Id of a run that has ended, or waits for an answer. */
  start(workflow: string, params: object): Promise<string>;
  /** As ann. Throws if the resource does not exist. */
  read(uri: string): Promise<ReadResourceResult>;
  /** Text of the first content. */
  readText(uri: string): Promise<string>;
  /** All pages, for a client that follows `next`. */
  readPages(uri: string): Promise<readonly ReadResourceResult[]>;
  /** A document that is deleted afterwards. */
  withDocument(path: string, source: string, use: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};
export const stranger: Principal = { ...ann, subject: 'eve', tenant: 'other' };

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** Two domains with one name, a name that needs encoding, a big result, and errors. */
export const fixtureSource = `domain: desk
workflows:
  tell:
    description: Gives back what it got
    params: { text: { type: any, required: true, description: "What to say" } }
    graph: { say: { call: echo, args: { text: $text } } }
    result: $say.text
  fail:
    graph:
      say: { call: echo, args: { text: soon } }
      choose:
        type: branch
        depends_on: [say]
        on: [{ when: "$say.text == 'soon'", goto: stop }, { default: go }]
      stop: { type: error, message: Not today }
      go: { call: echo }
  graph:
    description: "Says hello\\n# Not a heading\\n\`\`\`\\n- Not a line"
    graph: { say: { call: echo, args: { text: hello } } }
  shared:
    graph: { say: { call: echo, args: { text: desk } } }
`;
const yard = `{"domain": "yard", "workflows": {"shared": {"graph": {"say": {"call": "echo", "args": {"text": "yard"}}}}}}`;
const broken = 'workflows: { wrong: { graph: { say: { call: echo, depends_on: [nothing] } } } }';

export async function openResourceFixture(): Promise<ResourceFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-resources-'));
  const own = join(folder, 'workflows');
  await mkdir(own);
  await writeFile(join(own, 'desk.yaml'), fixtureSource);
  await writeFile(join(own, 'yard.json'), yard);
  await writeFile(join(own, 'broken.yaml'), broken);
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [own, join(examples, 'travel'), join(examples, 'hello')]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const box = await openSignalbox(settings, { env: {}, version: '1', warn: () => undefined });
  const callAs = async (principal: Principal, operation: string, input: unknown): Promise<Json> =>
    checkOutput(operation, await box.call(principal, operation, input));
  const call: ResourceFixture['call'] = (operation, input) => callAs(ann, operation, input);
  const resourceList = createResourceList({
    call: callAs,
    toolOf: async (_, workflow) => (workflow === 'hello' ? undefined : `w_${workflow}`),
  });
  const read: ResourceFixture['read'] = async (uri) => {
    const result = await resourceList.read(ann, uri);
    if (result === undefined) throw new Error(`There is no resource ${uri}.`);
    return result;
  };
  return {
    resourceList,
    call,
    async start(workflow, params) {
      const view = await call('runs.start', { workflow, params, waitMs: 20_000 });
      return String(Reflect.get(Object(view), 'run'));
    },
    read,
    readText: async (uri) => textOf(await read(uri)),
    async readPages(uri) {
      const pages: ReadResourceResult[] = [];
      for (let next: string | undefined = uri; next !== undefined; next = nextOf(pages.at(-1))) {
        pages.push(await read(next));
      }
      return pages;
    },
    async withDocument(path, source, use) {
      await call('definitions.save', { path, source });
      try {
        await use();
      } finally {
        const { definitions } = Object(await call('definitions.list', { text: path }));
        await call('definitions.delete', { path, revision: definitions[0].revision });
      }
    },
    async close() {
      await box.close();
      await rm(folder, { recursive: true });
    },
  };
}

export function textOf({ contents }: ReadResourceResult): string {
  const [content] = contents;
  if (content === undefined || !('text' in content)) throw new Error('There is no text.');
  return content.text;
}

function nextOf(page: ReadResourceResult | undefined): string | undefined {
  const next = page?._meta?.['io.signalbox/next'];
  return next === undefined ? undefined : String(next);
}
