/** What `stdio` and `rpc` have in common: one client, and standard input and output between it and us. */
import { Writable } from 'node:stream';
import { developmentPrincipal } from '../server/auth/development-principal.ts';
import type { StdioOptions } from '../server/stdio/serve-client.ts';
import type { CommandArguments } from './command.ts';
import type { Host } from './host.ts';
import { programBuild } from './program-build.ts';
import { programVersion } from './program-version.ts';
import {
  ignoreLogErrors,
  openServerLog,
  readServerSettings,
  watchSignals,
  withErrorReport,
} from './server-setup.ts';

type Open = (options: StdioOptions, stop: AbortSignal) => Promise<void>;

/** @param load what it needs is loaded while the settings are known to be right. @returns the exit code */
export async function serveStdio(
  args: CommandArguments,
  host: Host,
  load: () => Promise<Open>,
): Promise<number> {
  const found = readServerSettings(args, host);
  if (found === undefined) return 2;
  const { settings, named } = found;
  const output = takeOutput();
  ignoreLogErrors();
  return withErrorReport(host, async () => {
    const { stop } = watchSignals(host, { reloads: false });
    const log = await openServerLog(host, found, 'warn');
    const open = await load();
    const principal = developmentPrincipal(host.user, settings.roles);
    const { environment: env } = host;
    const { stdin: input } = process;
    await open(
      { settings, named, env, version: programVersion(), build: programBuild, principal, log, input, output },
      stop,
    );
    input.destroy();
    return 0;
  });
}

/**
 * Standard output for the protocol alone [P1.2]: whatever else is written there, by whichever package, goes to the error
 * stream. A client that has gone ends its process by the end of its input.
 */
function takeOutput(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  stdout.removeAllListeners('error');
  const output = new Writable({
    write: (chunk, _, done) => void write(chunk, (error) => done(error)),
  });
  stdout.on('error', () => output.destroy());
  output.on('error', () => {});
  return output;
}
