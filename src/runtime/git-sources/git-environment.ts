/**
 * The environment of git: no configuration of this machine, no hooks, no prompts, one protocol, and the token for one
 * origin. All of it in variables, which other users cannot see: arguments are visible to every user.
 */
import { type FoundToken, findToken } from './find-token.ts';
import type { Repository } from './parse-repository.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What access to a repository may need: the location of programs, ssh agents, proxies. */
const passedVariables = [
  ...['PATH', 'TMPDIR', 'SSH_AUTH_SOCK', 'SystemRoot'],
  ...['https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY', 'all_proxy', 'ALL_PROXY'],
];

export interface GitEnvironmentOptions {
  readonly env: Environment;
  /** A folder of Signalbox: git must not read files of the user, such as passwords in .netrc. */
  readonly home: string;
  /**
   * A file with certificate authorities that are trusted in addition to, or instead of, those of the machine; empty
   * if there is none.
   */
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
    // ssh uses the known hosts and keys of the user.
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

/** Never prompts, and leaves no shared connection behind, regardless of the settings of the user. */
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
  // A single growing file is easy to measure.
  ['fetch.unpackLimit', '1'],
  ['gc.auto', '0'],
  // They keep the memory of git small, however large the repository is.
  ['pack.threads', '1'],
  ['core.bigFileThreshold', '16m'],
  ['core.packedGitWindowSize', '16m'],
  ['core.packedGitLimit', '128m'],
  ['transfer.bundleURI', 'false'],
  ['http.sslVerify', 'true'],
  // A redirect leads to an origin that was not configured.
  ['http.followRedirects', 'false'],
];

/** Sent only to the origin that it is for. */
function headersOf(repository: Repository, env: Environment): readonly Entry[] {
  const found = findToken(repository, env);
  if (found === undefined) return [];
  return [
    [`http.${new URL(repository.address).origin}/.extraHeader`, `Authorization: Basic ${basicOf(found)}`],
  ];
}

const basicOf = ({ user, token }: FoundToken): string => Buffer.from(`${user}:${token}`).toString('base64');

/** All values that must never be shown. */
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
