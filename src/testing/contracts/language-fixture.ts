/** A language as the suite sees it: documents, what is known of their runs, and the program that reads them. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../../kernel/index.ts';

export interface LanguageFixture {
  /** Starts Signalbox: `['npx', 'signalbox']`. */
  readonly command: readonly string[];
  /** The file of the language; absent if it is part of Signalbox. */
  readonly file?: string;
  /** Id of the language. */
  readonly language: string;
  /** Defines one workflow, which asks at least two questions, one after the other, and calls nothing. */
  readonly document: SampleDocument;
  readonly broken: SampleDocument & { readonly errors: readonly ExpectedError[] };
  /** Id of the workflow. */
  readonly workflow: string;
  readonly inputs: { readonly [name: string]: Json };
  /** In the order of the questions. */
  readonly answers: readonly SampleAnswer[];
  /** An answer to the first question that is not valid. */
  readonly refused: Json;
  /** Of a run with these inputs and answers. */
  readonly output: Json;
}

export interface SampleAnswer {
  readonly task: string;
  readonly answer: Json;
  /** What drawings show of the task. Default: its name. */
  readonly drawnAs?: string;
}

export interface SampleDocument {
  /** With its extension. */
  readonly file: string;
  readonly text: string;
}

/** Counts from 1. */
export interface ExpectedError {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
}

export interface OpenedLanguage {
  readonly fixture: LanguageFixture;
  /** Of the server over HTTP. */
  readonly address: () => string;
  /** Runs a verb, on the data folder of the server. */
  verb(...words: readonly string[]): Promise<EndedVerb>;
  /** Starts one that reads its standard input. */
  start(...words: readonly string[]): ChildProcess;
  /** Writes a file. @returns its path */
  write(name: string, text: string): Promise<string>;
  /** Path of a sample document. */
  pathOf(document: SampleDocument): string;
  /** Kills the server without notice, and starts it again. */
  restart(): Promise<void>;
  /** Ends the server and removes its folder. */
  end(): Promise<void>;
}

export interface EndedVerb {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts a server over a new folder with the document. */
export async function openLanguage(fixture: LanguageFixture): Promise<OpenedLanguage> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-language-'));
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const workflows = join(folder, 'workflows');
  await mkdir(workflows);
  await write(join('workflows', fixture.document.file), fixture.document.text);
  await write(fixture.broken.file, fixture.broken.text);
  const alive = new Set<ChildProcess>();
  const start = (...words: readonly string[]): ChildProcess => {
    const [command = '', ...first] = fixture.command;
    const language = fixture.file === undefined ? [] : ['--language', fixture.file];
    const args = [...first, ...words, '--data', join(folder, 'data'), '--workflows', workflows, ...language];
    const child = spawn(command, args, { cwd: folder, env: plainEnvironment() });
    alive.add(child);
    child.once('close', () => alive.delete(child));
    return child;
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    if (!alive.has(child)) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
  let server = start('serve', '--port', '0');
  let address = await addressOf(server);
  return {
    fixture,
    address: () => address,
    start,
    write,
    pathOf: ({ file }) => join(file === fixture.document.file ? workflows : folder, file),
    async verb(...words) {
      const child = start(...words);
      child.stdin?.end();
      const texts = [textOf(child.stdout), textOf(child.stderr)];
      await once(child, 'close');
      const [out = '', err = ''] = await Promise.all(texts);
      return { code: child.exitCode, out, err };
    },
    async restart() {
      await kill(server);
      server = start('serve', '--port', '0');
      address = await addressOf(server);
    },
    async end() {
      await Promise.all([...alive].map(kill));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Settings of the developer do not matter. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SIGNALBOX_'));
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const piece of stream ?? []) text += String(piece);
  return text;
}

/** The server prints it on its error stream. */
async function addressOf(server: ChildProcess): Promise<string> {
  let text = '';
  for await (const piece of server.stderr?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(piece);
    const [found] = /https?:\S+(?=\/mcp\s)/.exec(text) ?? [];
    if (found === undefined) continue;
    // What it prints later is not read.
    server.stderr?.resume();
    return found;
  }
  return assert.fail(`The server did not start: ${text}`);
}
