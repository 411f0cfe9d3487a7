/** `signalbox serve`: serves clients over HTTP. */
import { existsSync, mkdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import type { DefinitionDetails, DefinitionList, Principal, Settings } from '../../operations/index.ts';
import { checkServerSecurity } from '../../server/auth/check-server-security.ts';
import { developmentPrincipal } from '../../server/auth/development-principal.ts';
import { typeForClaudeCode, typeForCurl } from '../../server/http/status-page/connections.ts';
import type { RunningServer } from '../../server/open-server.ts';
import type { Log } from '../../server/telemetry/log.ts';
import type { Command, CommandArguments, Option } from '../arguments/command.ts';
import { folderOptions } from '../arguments/options.ts';
import { addressOptions, clientOptions } from '../arguments/server-options.ts';
import type { Host } from '../host/host.ts';
import { packageFolder } from '../host/package-folder.ts';
import { programBuild } from '../host/program-build.ts';
import { programVersion } from '../host/program-version.ts';
import { pluralize } from '../print/pluralize.ts';
import {
  createServerLog,
  ignoreLogErrors,
  readServerSettings,
  watchSignals,
  withErrorReport,
} from '../serve/server-setup.ts';
import { describeFirstProblem } from '../session/document-problems.ts';

const localTokenOption: Option = {
  name: '--local-token',
  meaning: 'without credentials: requests need a token, printed as part of the address',
};

export const serve: Command = {
  meaning:
    'Serves MCP, REST, JSON-RPC and streams over HTTP, with a status page at / that shows how to connect. Ctrl-C ends it\nafter the calls in progress; a second Ctrl-C ends it immediately.',
  options: [...addressOptions, localTokenOption, ...clientOptions, ...folderOptions],
  examples: ['serve', 'serve --port 9000 --workflows workflows --workflows examples'],
  run: runServe,
};

async function runServe(args: CommandArguments, host: Host): Promise<number> {
  const found = readServerSettings(args, host, checkSettings);
  if (found === undefined) return 2;
  const { named } = found;
  const settings = args.chosen.has('--local-token')
    ? { ...found.settings, localToken: true }
    : found.settings;
  ignoreLogErrors();
  host.tuneHeap?.();
  return withErrorReport(host, async () => {
    const signals = watchSignals(host, { reloads: !host.terminal.canRedraw });
    const principal = developmentPrincipal(host.user, settings.roles);
    let secrets: () => readonly string[] = () => [];
    const log = createServerLog(host, found, 'info', () => secrets());
    const { openServer } = await import('../../server/open-server.ts');
    let server: RunningServer;
    try {
      server = await openServer({
        settings,
        named,
        env: host.environment,
        version: programVersion(),
        build: programBuild,
        developer: principal,
        stdioCommand: {
          command: process.execPath,
          args: [join(packageFolder(), 'bin', 'signalbox.js'), 'stdio', ...folderFlags(settings)],
        },
        log,
        hide: (known) => {
          secrets = known;
        },
      });
    } catch (error) {
      const message = explainSocket(error, settings);
      if (message === undefined) throw error;
      host.err(`${cleanText(message)}\n`);
      return 1;
    }
    try {
      createSaveFolder(settings);
      host.terminal.write(await startupText(server, settings, principal));
      signals.onReload(() => reload(server, log));
      await untilAborted(signals.stop);
      host.terminal.write(
        'Shutting down after the calls in progress. Press Ctrl-C again to end immediately.\n',
      );
    } finally {
      await server.close();
    }
    return 0;
  });
}

/**
 * Problems of the settings alone. Whether keys exist is known once the data folder is open: then all are reported at
 * once.
 */
function checkSettings(settings: Settings): readonly string[] {
  const { jwtSecret, auth, data } = settings;
  const hasCredentials = jwtSecret !== '' || existsSync(auth);
  if (!hasCredentials && existsSync(data)) return [];
  return checkServerSecurity(settings, hasCredentials).problems;
}

/** On an error the current credentials stay active [W9.2]. */
async function reload(server: RunningServer, log: Log): Promise<void> {
  const problems = await server.reload();
  for (const problem of problems) log.error(problem);
  if (problems.length === 0) log.info('Credentials and certificates were reloaded.');
}

/** Only inside the data folder: elsewhere others create it, such as a checkout that follows a repository. */
function createSaveFolder({ data, workflows: [first = data] }: Settings): void {
  if (first.startsWith(`${data}${sep}`) && !existsSync(first))
    mkdirSync(first, { recursive: true, mode: 0o700 });
}

/**
 * Flags that make a host's own server use the same folders. Names only what exists, and the first folder of workflows: new
 * documents are saved there.
 */
const folderFlags = ({ data, workflows, connectors, services }: Settings): readonly string[] => [
  ...['--data', data],
  ...workflows.filter((each, at) => at === 0 || existsSync(each)).flatMap((each) => ['--workflows', each]),
  ...(existsSync(connectors) ? ['--connectors', connectors] : []),
  ...(existsSync(services) ? ['--services', services] : []),
];

function explainSocket(error: unknown, { host, port }: Settings): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const change = 'Choose another with --port or SIGNALBOX_PORT; 0 picks a free port.';
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is in use, possibly by another Signalbox: see http://${host}:${port}/. ${change}`;
  }
  if (code === 'EACCES') return `This user may not use port ${port}. ${change}`;
  if (code === 'EADDRNOTAVAIL') return `This machine does not have the address ${host}. Leave out --host.`;
  return undefined;
}

async function startupText(
  { url, signalbox, isDevelopment, localToken }: RunningServer,
  { data, publicUrl, mode }: Settings,
  principal: Principal,
): Promise<string> {
  const owner =
    signalbox.role === 'owner' ? '' : ` (attached to process ${signalbox.owner?.pid ?? 'unknown'})`;
  const page = localToken === undefined ? `${url}/` : `${url}/?token=${localToken}`;
  const lines = [
    ['Signalbox', page],
    ['MCP', `${url}/mcp`],
    ...(publicUrl === '' ? [] : [['Reached under', publicUrl]]),
    ['Data folder', `${data}${owner}`],
    ['Workflows', await describeWorkflows(signalbox, principal)],
    [
      'Mode',
      isDevelopment
        ? `development: ${localToken === undefined ? 'no credentials' : 'the local token'}, only local clients`
        : `${mode}: credentials are required`,
    ],
  ];
  const details = lines.map(([name = '', value = '']) => `${name.padEnd(14)}${cleanText(value)}\n`).join('');
  const next = isDevelopment
    ? [
        `open ${page} in a browser`,
        typeForClaudeCode(`${url}/mcp`, localToken),
        typeForCurl(`${url}/mcp`, localToken),
      ]
    : nextStepsWithKey(publicUrl === '' ? url : publicUrl);
  return `${details}\nTry next:\n${next.map((line) => `  ${line}\n`).join('')}\nPress Ctrl-C to end.\n`;
}

/** The number of workflows; if some cannot run, the first reason. The log has a line for each of the others. */
async function describeWorkflows(
  signalbox: RunningServer['signalbox'],
  principal: Principal,
): Promise<string> {
  // The operation's own type defines the result.
  const ask = async <Given>(operation: string, input: object): Promise<Given> =>
    (await signalbox.call(principal, operation, input)) as unknown as Given;
  const [valid, invalid] = await Promise.all(
    [true, false].map((each) => ask<DefinitionList>('definitions.list', { valid: each, limit: 1 })),
  );
  const [can = 0, cannot = 0] = [valid?.total, invalid?.total];
  const [first] = invalid?.definitions ?? [];
  if (first === undefined) return pluralize(can, 'workflow');
  const details = await ask<DefinitionDetails>('definitions.get', { workflow: first.id, drawUpTo: 0 });
  const all = `${pluralize(can + cannot, 'workflow')}: ${can} can run, ${cannot} ${cannot === 1 ? 'has' : 'have'} errors`;
  return `${all}: ${describeFirstProblem(details) ?? first.path}`;
}

/** With required credentials every command needs a key first. */
const nextStepsWithKey = (base: string): readonly string[] => [
  'signalbox key create NAME --scopes workflows:query,workflows:launch',
  typeForClaudeCode(`${base}/mcp`, 'KEY'),
  typeForCurl(`${base}/mcp`, 'KEY'),
];

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
