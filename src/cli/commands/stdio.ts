/** `signalbox stdio`: for hosts that start a server of their own. */
import { Writable } from 'node:stream';
import { developmentPrincipal } from '../../server/auth/development-principal.ts';
import type { Command, Given } from '../command.ts';
import type { Host } from '../host.ts';
import { folderOptions } from '../options.ts';
import { programBuild } from '../program-build.ts';
import { programVersion } from '../program-version.ts';
import { clientOptions } from '../server-options.ts';
import { logFor, outliveLog, serving, settingsFor, untilSignal } from '../serving.ts';

export const stdio: Command = {
  meaning:
    'Serves one MCP client over standard input and output, which is how desktop hosts start it. Several of them may share a\ndata folder. It ends when its client goes.',
  options: [...clientOptions, ...folderOptions],
  examples: ['stdio', 'stdio --workflows workflows --workflows examples --toolsets all'],
  run: runStdio,
};

async function runStdio(given: Given, host: Host): Promise<number> {
  const found = settingsFor(given, host);
  if (found === undefined) return 2;
  const { settings, named } = found;
  const output = takeOutput();
  outliveLog();
  return serving(host, async () => {
    const stop = untilSignal(host);
    const log = logFor(host, settings, 'warn');
    // What it needs is loaded while the settings are known to be right.
    const { openStdio } = await import('../../server/open-stdio.ts');
    const principal = developmentPrincipal(host.user);
    const { environment: env } = host;
    const { stdin: input } = process;
    await openStdio(
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
