/**
 * The verbs, in the order of the help. What one of them needs is loaded when it is called: help, and whatever works on
 * files alone, does not wait for databases and servers.
 */
import type { Command } from './command.ts';

export interface Verb {
  /** For the list of verbs. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const table: Readonly<Record<string, Verb>> = {
  tour: {
    summary: 'shows it all, in a short story',
    load: async () => (await import('./commands/tour.ts')).tour,
  },
  validate: {
    summary: 'finds every mistake in workflow files',
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  graph: {
    summary: 'draws workflows',
    load: async () => (await import('./commands/graph.ts')).graph,
  },
  convert: {
    summary: 'turns YAWL specifications into workflows of the graph language',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  simulate: {
    summary: 'plays a workflow without touching anything',
    load: async () => (await import('./commands/simulate.ts')).simulate,
  },
  test: {
    summary: 'plays the test cases of workflows',
    load: async () => (await import('./commands/test.ts')).test,
  },
  serve: {
    summary: 'serves MCP, REST, JSON-RPC and streams over HTTP, with a page that says how it stands',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  stdio: {
    summary: 'serves one MCP client over standard input and output',
    load: async () => (await import('./commands/stdio.ts')).stdio,
  },
  rpc: {
    summary: 'serves one client that speaks JSON-RPC over standard input and output',
    load: async () => (await import('./commands/rpc.ts')).rpc,
  },
  workflows: {
    summary: 'lists what can be run, by name',
    load: async () => (await import('./commands/workflows.ts')).workflows,
  },
  run: {
    summary: 'runs a workflow durably, shows its tasks and asks its questions',
    load: async () => (await import('./commands/run.ts')).run,
  },
  guide: {
    summary: 'leads you through a guide at the terminal, step after step',
    load: async () => (await import('./commands/guide.ts')).guide,
  },
  runs: {
    summary: 'lists runs, the newest first',
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  show: {
    summary: 'shows a run: its tasks, what happened, what it waits for',
    load: async () => (await import('./commands/show.ts')).show,
  },
  items: {
    summary: 'lists what people are asked, the oldest first',
    load: async () => (await import('./commands/items.ts')).items,
  },
  answer: {
    summary: 'answers what a run asks',
    load: async () => (await import('./commands/answer.ts')).answer,
  },
  item: {
    summary: 'takes a work item, gives it back, lets it rest, skips or forces it',
    load: async () => (await import('./commands/item.ts')).item,
  },
  cancel: {
    summary: 'ends a run',
    load: async () => (await import('./commands/cancel.ts')).cancel,
  },
  suspend: {
    summary: 'holds a run up',
    load: async () => (await import('./commands/suspend.ts')).suspend,
  },
  resume: {
    summary: 'lets a run go on that was suspended',
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  signal: {
    summary: 'tells a run that something has happened',
    load: async () => (await import('./commands/signal.ts')).signal,
  },
  reopen: {
    summary: 'lets a failed run try again where it failed',
    load: async () => (await import('./commands/reopen.ts')).reopen,
  },
  fork: {
    summary: 'begins another run from an event of one',
    load: async () => (await import('./commands/fork.ts')).fork,
  },
  replay: {
    summary: 'shows the state that a run had after one of its events',
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  events: {
    summary: 'lists what happened to cases, and who did it',
    load: async () => (await import('./commands/events.ts')).events,
  },
  export: {
    summary: 'writes a run into one document, or cases as an XES log',
    load: async () => (await import('./commands/export.ts')).exportRun,
  },
  import: {
    summary: 'makes a run of an exported document',
    load: async () => (await import('./commands/import.ts')).importRun,
  },
  purge: {
    summary: 'removes runs that ended long ago',
    load: async () => (await import('./commands/purge.ts')).purge,
  },
  backup: {
    summary: 'copies the data folder into one file while it is in use, or checks such a file',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    summary: 'makes a data folder of a backup',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  token: {
    summary: 'makes a token for a caller of the server',
    load: async () => (await import('./commands/token.ts')).token,
  },
  key: {
    summary: 'makes, lists and revokes keys for programs',
    load: async () => (await import('./commands/key.ts')).key,
  },
  webhook: {
    summary: 'lists who is told of runs, and sends again what could not be delivered',
    load: async () => (await import('./commands/webhook.ts')).webhook,
  },
  audit: {
    summary: 'lists who did what, and what was refused',
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  doctor: {
    summary: 'checks that everything is well, and says what to do',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  config: {
    summary: 'prints every setting, its value, and where it came from',
    load: async () => (await import('./commands/config.ts')).config,
  },
};

export const verbs: ReadonlyMap<string, Verb> = new Map(Object.entries(table));
