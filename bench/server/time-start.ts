/** Measures how long a host waits: from the start of a server process to its list of tools. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { plainEnvironment } from './contestant.ts';
import { cpuOf } from './process-cost.ts';
import { type Era, greeted, greeting, type Message, type Reply, request, write } from './wire.ts';

export interface Start {
  readonly args: readonly string[];
  readonly folder: string;
  /** A tool that must be listed. */
  readonly tool: string;
}

/** In milliseconds. */
export interface Started {
  readonly time: number;
  /** CPU time of all threads of the process until then. */
  readonly cpu: number;
}

/** Resolves when the process has ended. */
export async function timeStart(era: Era, { args, folder, tool }: Start): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: plainEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = once(child, 'exit');
  const say = (message: Message): boolean => child.stdin.write(`${write(message)}\n`);
  say(greeting(era, 1));
  let started: Started | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line) as Reply;
    if (id === 1) {
      if (era === 'legacy') say(greeted);
      say(request(era, 2, 'tools/list'));
    }
    if (id !== 2) continue;
    started = { time: performance.now() - begun, cpu: cpuOf(child.pid ?? 0) };
    child.stdin.end();
    if (result?.tools?.some(({ name }) => name === tool) !== true) {
      throw new Error(`The list does not contain ${tool}: ${line}`);
    }
  }
  await gone;
  if (started === undefined) throw new Error('It ended before it returned its list of tools.');
  return started;
}
