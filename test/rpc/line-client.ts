/** `signalbox rpc` in this process, over its own folder: its input and its answers. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { resolveSettings } from '../../src/operations/index.ts';
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import { openRpc } from '../../src/server/rpc/open-rpc.ts';
import { createLog } from '../../src/server/telemetry/log.ts';

export interface LineClient {
  /** One raw message. @returns the next answer: its own, if no other request is active */
  ask(text: string): Promise<Answer>;
  send(text: string): void;
  /** The next answer. */
  hear(): Promise<Answer>;
  readonly stop: AbortController;
  /** Closes the input. */
  end(): Promise<void>;
  /** Resolves when the simulated process has ended. */
  readonly ended: Promise<void>;
  remove(): Promise<void>;
}

export interface Answer {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>> | null;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** @param files texts of workflows, by file name */
export async function openLineClient(files: Readonly<Record<string, string>>): Promise<LineClient> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-rpc-'));
  const workflows = join(folder, 'workflows');
  await mkdir(workflows);
  for (const [name, text] of Object.entries(files)) await writeFile(join(workflows, name), text);
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [workflows]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const log = createLog({ level: 'error', form: 'lines', write: () => undefined, redact: String });
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const principal = developmentPrincipal('ann');
  const ended = openRpc({ settings, env: {}, version: '1', principal, log, input, output }, stop.signal);
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const send = (text: string): void => void input.write(`${text.replaceAll('\n', ' ')}\n`);
  const hear = async (): Promise<Answer> => JSON.parse(String((await lines.next()).value)) as Answer;
  return {
    stop,
    ended,
    send,
    hear,
    ask(text) {
      send(text);
      return hear();
    },
    async end() {
      input.end();
      await ended;
    },
    async remove() {
      stop.abort();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
