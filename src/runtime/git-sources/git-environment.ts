/**
 * What git is told of the world: nothing of this machine's configuration, no hooks, no prompts, one protocol, and the
 * token for one origin. All of it by variables, which no other user sees: arguments are listed for everybody.
 */
import { type FoundToken, findToken } from './find-token.ts';
import type { Repository } from './parse-repository.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the way to a repository may need: where programs are, agents of ssh, proxies. */
const passedVariables = [
  ...['PATH', 'TMPDIR', 'SSH_AUTH_SOCK', 'SystemRoot'],
  ...['https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY', 'all_proxy', 'ALL_PROXY'],
];

export interface GitEnvironmentOptions {
  readonly env: Environment;
  /** A folder of ours: the user's own files, as passwords of .netrc, are none of git's business. */
  readonly home: string;
  /** A file with the authorities that are believed beside, or in place of, those of the machine; empty where there is none. */
  readonly authorities: string;
}

export function gitEnvironment(
  repository: Repository,
  { env, home, authorities }: GitEnvironmentOptions,
): Readonly<Record<string, string>> {
  const isShell = repository.protocol === 'ssh';
  const passedEntries = passedVariables.flatMap((name) =>
    env[name] === undefined ? [] : [[name, env[name]] as const],
  );
  return {
    ...Object.fromEntries(passedEntries),
    // Known hosts and keys of ssh are the user's.
    HOME: isShell ? (env['HOME'] ?? home) : home,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_SSH_COMMAND: `ssh ${shellOptions.map((option) => `-o${option}`).join(' ')}`,
    ...(authorities === '' ? {} : { GIT_SSL_CAINFO: authorities }),
    ...numbered([
      ...strict,
      [`protocol.${repository.protocol}.allow`, 'always'],
      ...headersOf(repository, env),
    ]),
  };
}

/** Asks nobody, and leaves nothing behind: no connection that others would share, whatever the user's own settings say. */
const shellOptions = [
  ...['BatchMode=yes', 'ConnectTimeout=20', 'PermitLocalCommand=no'],
  ...['ControlMaster=no', 'ControlPath=none'],
];

type Entry = readonly [key: string, value: string];

const strict: readonly Entry[] = [
  ['protocol.allow', 'never'],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.symlinks', 'false'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  // One file that grows is easy to keep an eye on.
  ['fetch.unpackLimit', '1'],
  ['gc.auto', '0'],
  ['transfer.bundleURI', 'false'],
  ['http.sslVerify', 'true'],
  // Another place than the one that was named is none that was named.
  ['http.followRedirects', 'false'],
];

/** Sent to the very origin that it is for. */
function headersOf(repository: Repository, env: Environment): readonly Entry[] {
  const found = findToken(repository, env);
  if (found === undefined) return [];
  return [
    [`http.${new URL(repository.address).origin}/.extraHeader`, `Authorization: Basic ${basicOf(found)}`],
  ];
}

const basicOf = ({ user, token }: FoundToken): string => Buffer.from(`${user}:${token}`).toString('base64');

/** Everything that must never be seen. */
export function repositorySecrets(repository: Repository, env: Environment): readonly string[] {
  const found = findToken(repository, env);
  return found === undefined ? [] : [found.token, basicOf(found)];
}

const numbered = (entries: readonly Entry[]): Readonly<Record<string, string>> => ({
  GIT_CONFIG_COUNT: String(entries.length),
  ...Object.fromEntries(
    entries.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
});
