/** Finds the token for a repository by the exact name of its host, so that no other host ever receives it. */
import { type Repository, tokenVariable } from './parse-repository.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Service {
  readonly variable: string;
  /** The user name that the service expects with a token as the password. */
  readonly user: string;
}

const services: ReadonlyMap<string, Service> = new Map([
  ['github.com', { variable: 'GITHUB_TOKEN', user: 'x-access-token' }],
  ['gitlab.com', { variable: 'GITLAB_TOKEN', user: 'oauth2' }],
  ['bitbucket.org', { variable: 'BITBUCKET_TOKEN', user: 'x-token-auth' }],
]);

export interface FoundToken {
  readonly token: string;
  readonly user: string;
}

/** `undefined` if there is none; ssh uses its own keys. */
export function findToken(
  { protocol, host }: Pick<Repository, 'protocol' | 'host'>,
  env: Environment,
): FoundToken | undefined {
  if (protocol !== 'https') return undefined;
  const service = services.get(host);
  const names = [tokenVariable(host), ...(service === undefined ? [] : [service.variable])];
  const token = names.map((name) => (env[name] ?? '').trim()).find((each) => each !== '');
  return token === undefined ? undefined : { token, user: service?.user ?? 'oauth2' };
}

/** Variables that apply to more than one of the hosts: which host is meant is ambiguous. */
export function sharedVariables(
  repositories: readonly Pick<Repository, 'protocol' | 'host'>[],
  env: Environment,
): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, Set<string>>();
  for (const { protocol, host } of repositories) {
    const name = tokenVariable(host);
    if (protocol !== 'https' || (env[name] ?? '').trim() === '') continue;
    hosts.set(name, (hosts.get(name) ?? new Set()).add(host));
  }
  return new Map([...hosts].filter(([, each]) => each.size > 1).map(([name, each]) => [name, [...each]]));
}
