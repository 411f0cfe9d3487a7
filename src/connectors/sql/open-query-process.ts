/** Starts and ends query processes. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { QueryReply, SqlQueryRequest } from './sql-query-request.ts';

export interface QueryProcess {
  /** `undefined` if the process ended instead; the reason is unknown. */
  ask(queryRequest: SqlQueryRequest): Promise<QueryReply | undefined>;
  readonly isAlive: () => boolean;
  /** Ends it immediately, also during a query. */
  end(): void;
}

/** Node runs the build: for the sources, the build next to them. */
const program = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../dist/program/query-process.js' : './query-process.js',
    import.meta.url,
  ),
);

/** Resolves when it is ready; `undefined` if it did not start. */
export async function openQueryProcess(): Promise<QueryProcess | undefined> {
  const child = fork(program, [], {
    // An empty environment: queries do not need it, and times are UTC everywhere.
    env: { TZ: 'UTC' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const isReady = (await nextMessage(child)) === 'ready';
  unrefProcess(child);
  if (!isReady) return undefined;
  return {
    async ask(queryRequest) {
      child.ref();
      child.channel?.ref();
      const reply = nextMessage(child);
      child.send(JSON.stringify(queryRequest), () => undefined);
      const message = await reply;
      unrefProcess(child);
      if (!isReply(message)) return undefined;
      if (message.kind === 'failed' && message.last === true) child.kill('SIGKILL');
      return message;
    },
    isAlive: () => child.connected && !child.killed && child.exitCode === null,
    end: () => void child.kill('SIGKILL'),
  };
}

/** An idle process does not keep the parent alive. */
function unrefProcess(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (message: unknown): void => {
      child.off('message', settle);
      child.off('exit', end);
      child.off('error', end);
      resolve(message);
    };
    const end = (): void => settle(undefined);
    child.on('message', settle);
    child.on('exit', end);
    child.on('error', end);
  });
}

const isReply = (message: unknown): message is QueryReply =>
  typeof message === 'object' && message !== null && 'kind' in message;
