/**
 * The verbs with a command of their own, in the order of the help; `operation-verbs.ts` has those that follow from
 * operations alone. Each loads its code when it is called, so that it starts fast.
 */
import type { Verb } from './arguments/command.ts';
import { verbsOfLanguages } from './language-verbs.ts';

const table: Readonly<Record<string, Verb>> = {
  tour: {
    summary: 'shows the main features in a short demo',
    load: async () => (await import('./commands/tour.ts')).tour,
  },
  validate: {
    summary: 'finds every error in workflow files',
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  schema: {
    summary: 'prints the schema or the reference of a workflow language',
    load: async () => (await import('./commands/schema.ts')).schema,
  },
  graph: {
    summary: 'draws workflows',
    load: async () => (await import('./commands/graph.ts')).graph,
  },
  convert: {
    summary: 'converts documents into those of another language',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  simulate: {
    summary: 'plays a workflow without side effects',
    load: async () => (await import('./commands/simulate.ts')).simulate,
  },
  test: {
    summary: 'runs the test cases of workflows',
    load: async () => (await import('./commands/test.ts')).test,
  },
  serve: {
    summary: 'serves MCP, REST, JSON-RPC and streams over HTTP, with a status page',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  stdio: {
    summary: 'serves one MCP client over standard input and output',
    load: async () => (await import('./commands/stdio.ts')).stdio,
  },
  rpc: {
    summary: 'serves one JSON-RPC client over standard input and output',
    load: async () => (await import('./commands/rpc.ts')).rpc,
  },
  workflows: {
    summary: 'lists the workflows, by name',
    load: async () => (await import('./commands/workflows.ts')).workflows,
  },
  run: {
    summary: 'starts a durable run, shows its tasks and asks its questions',
    load: async () => (await import('./commands/run.ts')).run,
  },
  ...verbsOfLanguages,
  runs: {
    summary: 'lists runs, the newest first',
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  show: {
    summary: 'shows a run: its tasks, its events, what it waits for',
    load: async () => (await import('./commands/show.ts')).show,
  },
  items: {
    summary: 'lists open work items, the oldest first',
    load: async () => (await import('./commands/items.ts')).items,
  },
  answer: {
    summary: 'answers a work item',
    load: async () => (await import('./commands/answer.ts')).answer,
  },
  item: {
    summary: 'holds, renews, releases, delegates, suspends, skips or forces a work item',
    load: async () => (await import('./commands/item.ts')).item,
  },
  cancel: {
    summary: 'cancels a run',
    load: async () => (await import('./commands/cancel.ts')).cancel,
  },
  suspend: {
    summary: 'suspends a run',
    load: async () => (await import('./commands/suspend.ts')).suspend,
  },
  resume: {
    summary: 'resumes a suspended run',
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  signal: {
    summary: 'sends a signal to a run',
    load: async () => (await import('./commands/signal.ts')).signal,
  },
  reopen: {
    summary: 'retries a failed run at the task that failed',
    load: async () => (await import('./commands/reopen.ts')).reopen,
  },
  fork: {
    summary: 'starts a new run from an event of another',
    load: async () => (await import('./commands/fork.ts')).fork,
  },
  replay: {
    summary: 'shows the state of a run after one of its events',
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  events: {
    summary: 'lists the events of cases, and who caused them',
    load: async () => (await import('./commands/events.ts')).events,
  },
  export: {
    summary: 'writes a run as one document, or cases as an XES log',
    load: async () => (await import('./commands/export.ts')).exportRun,
  },
  import: {
    summary: 'creates a run from an exported document',
    load: async () => (await import('./commands/import.ts')).importRun,
  },
  'import openapi': {
    summary: 'imports an API, so that its operations can be called as commands',
    load: async () => (await import('./commands/import-openapi.ts')).importOpenApi,
  },
  'catalog set': {
    summary: 'sets the address, the headers and the credentials of an imported API',
    load: async () => (await import('./commands/catalog-set.ts')).catalogSet,
  },
  call: {
    summary: 'calls a command of an imported API',
    load: async () => (await import('./commands/call.ts')).call,
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
    summary: 'creates a data folder from a backup',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  token: {
    summary: 'creates a token for a caller of the server',
    load: async () => (await import('./commands/token.ts')).token,
  },
  key: {
    summary: 'creates, lists and revokes API keys',
    load: async () => (await import('./commands/key.ts')).key,
  },
  webhook: {
    summary: 'lists webhook subscriptions and deliveries, and resends them',
    load: async () => (await import('./commands/webhook.ts')).webhook,
  },
  audit: {
    summary: 'lists who did what, and what was refused',
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  doctor: {
    summary: 'checks the installation, and says what to do',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  completion: {
    summary: 'prints what a shell needs to complete command lines',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  config: {
    summary: 'prints every setting, its value and its source',
    load: async () => (await import('./commands/config.ts')).config,
  },
};

export const verbs: ReadonlyMap<string, Verb> = new Map(Object.entries(table));
