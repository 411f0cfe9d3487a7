/** The common part of `stdio` and `rpc`: serves one client over standard input and output. */
import { Writable } from 'node:stream';
import { developmentPrincipal } from '../../server/auth/development-principal.ts';
import type { StdioOptions } from '../../server/stdio/serve-client.ts';
import type { CommandArguments } from '../arguments/command.ts';
import type { Host } from '../host/host.ts';
import { programBuild } from '../host/program-build.ts';
import { programVersion } from '../host/program-version.ts';
import {
  createServerLog,
  ignoreLogErrors,
  readServerSettings,
  watchSignals,
  withErrorReport,
} from './server-setup.ts';

type Open = (options: StdioOptions, stop: AbortSignal) => Promise<void>;

/** @param load loads the protocol once the settings are valid. @returns the exit code */
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
    const log = createServerLog(host, found, 'warn');
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
 * Reserves standard output for the protocol [P1.2]: what packages write there goes to the error stream. When the client
 * disconnects, the end of the input ends the process.
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
