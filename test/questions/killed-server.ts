/** The program as a process that is killed and started again. What it did not answer is sent again. */
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createProgramFixture, type Served } from '../mcp/program-fixture.ts';
import type { Fields } from './flow-server.ts';

export interface KilledServer {
  /** Sends it until it is answered. @param body absent: GET */
  send(path: string, body?: object): Promise<HeardAnswer>;
  /**
   * Kills the process, and starts another one with the same data.
   * @param look is called between them
   * @returns when the process is killed
   */
  killAndRestart(look: (written: Written) => void): Promise<void>;
  /** How many requests were not answered. */
  readonly lost: () => number;
  /** Ends the process. */
  stop(): Promise<Written>;
  remove(): Promise<void>;
}

export interface HeardAnswer {
  readonly status: number;
  readonly body: Fields;
}

/** What is anywhere in the data folder. */
export interface Written {
  readonly runs: ReadonlySet<string>;
}

/** @param workflows documents by file name */
export async function startKilledServer(workflows: Readonly<Record<string, string>>): Promise<KilledServer> {
  const fixture = await createProgramFixture(workflows);
  const program = fixture.as({ SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let serving: Promise<Served> = program.serve();
  let lost = 0;
  try {
    await serving;
  } catch (error) {
    await fixture.remove();
    throw error;
  }
  return {
    async send(path, body) {
      for (;;) {
        const { url } = await serving;
        try {
          return await exchange(agent, new URL(path, url), body);
        } catch (error) {
          if (!isLost(error)) throw error;
          lost += 1;
        }
      }
    },
    async killAndRestart(look) {
      const killed = serving.then((before) => before.kill());
      serving = killed.then(async () => {
        look(await readWritten(fixture.data));
        return program.serve();
      });
      await killed;
    },
    lost: () => lost,
    async stop() {
      await (await serving).stop();
      return readWritten(fixture.data);
    },
    async remove() {
      agent.destroy();
      await fixture.remove();
    },
  };
}

/** At once. */
const connections = 64;

async function readWritten(folder: string): Promise<Written> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile());
  const texts = await Promise.all(files.map((each) => readFile(join(each.parentPath, each.name), 'latin1')));
  return { runs: new Set(texts.flatMap((text) => text.match(/run_[0-9a-z]{26}/g) ?? [])) };
}

function exchange(agent: Agent, url: URL, body: object | undefined): Promise<HeardAnswer> {
  const options =
    body === undefined
      ? { agent, method: 'GET' }
      : { agent, method: 'POST', headers: { 'content-type': 'application/json' } };
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
    });
    asked.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The server was gone before it had answered. */
const isLost = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String(Object(error).code));
