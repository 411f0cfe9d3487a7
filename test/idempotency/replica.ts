/** Replicas: Signalbox processes with a data folder each, which share only a Redis server. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Environment,
  OperationError,
  type Principal,
  plainName,
  type RenderedError,
  renderError,
  resolveSettings,
  scopes,
} from '../../src/operations/index.ts';
import { openSignalbox, type Signalbox } from '../../src/server/index.ts';

export interface Replica {
  readonly data: string;
  /** Its warnings. */
  readonly warnings: readonly string[];
  readonly signalbox: Signalbox;
  /** As the agent. */
  call(operation: string, input: object): Promise<Answer>;
  submit(key: string, who?: string): Promise<Submitted>;
  /** The error that the agent gets. Throws if the request is not refused. */
  refused(operation: string, input: object): Promise<RenderedError>;
  /** The runs that it stores. */
  runs(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type Answer = Readonly<Record<string, unknown>>;

export interface Submitted {
  readonly case_id: string;
  readonly status: string;
  readonly created_at: string;
}

export interface ReplicaSet {
  /** A separate folder for each name. */
  open(name: string, env?: Environment): Promise<Replica>;
  readonly workflows: string;
  dataOf(name: string): string;
  end(): Promise<void>;
}

const workflowSource = `
workflows:
  ask:
    params: { who: { type: string, default: "" } }
    graph:
      say: { type: yield, message: "Say something" }
`;

const agent: Principal = {
  subject: 'agent',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'agent',
};

/** What the agent submits. */
export const submitInput = (key: string, who = 'Ann') => ({
  spec_id: 'ask',
  case_data: { who },
  idempotency_key: key,
});

/** @param url of the Redis server */
export async function openReplicaSet(url: string): Promise<ReplicaSet> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-replicas-'));
  const workflows = join(folder, 'workflows');
  await mkdir(workflows);
  await writeFile(join(workflows, 'desk.yaml'), workflowSource);
  const all: Replica[] = [];
  const dataOf = (name: string): string => join(folder, name);
  return {
    workflows,
    dataOf,
    async open(name, env = {}) {
      const replica = await openReplica(dataOf(name), workflows, {
        SIGNALBOX_IDEMPOTENCY_BACKEND: 'redis',
        SIGNALBOX_REDIS_URL: url,
        ...env,
      });
      all.push(replica);
      return replica;
    },
    async end() {
      for (const each of all) await each.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openReplica(data: string, workflows: string, env: Environment): Promise<Replica> {
  const flags = new Map([
    ['--data', [data]],
    ['--workflows', [workflows]],
  ]);
  const { settings, problems } = resolveSettings({ flags, env, folder: data });
  if (problems.length > 0) throw new Error(problems.join(' '));
  const warnings: string[] = [];
  const warn = (line: string): void => void warnings.push(line);
  const signalbox = await openSignalbox(settings, { env, version: '0', warn });
  // Every operation returns an object.
  const call = async (operation: string, input: object): Promise<Answer> =>
    (await signalbox.call(agent, operation, input)) as Answer;
  return {
    data,
    warnings,
    signalbox,
    call,
    submit: async (key, who) => (await call('cases.submit', submitInput(key, who))) as unknown as Submitted,
    async refused(operation, input) {
      const result = await call(operation, input).catch((error: unknown) => error);
      if (result instanceof OperationError) return renderError(result.details, plainName);
      throw new Error(`The request was not refused: ${JSON.stringify(result)}`);
    },
    async runs() {
      const { runs } = (await call('runs.list', { limit: 200 })) as { runs: readonly { run: string }[] };
      return runs.map(({ run }) => run);
    },
    close: () => signalbox.close(),
  };
}

/** Until it is true; otherwise the time limit of the test ends the wait. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}
