/**
 * Parses the address of a git repository as an operator writes it: over https or ssh, without credentials, with its
 * branch after a `#`. git receives the parsed address, so that both agree on the host.
 */
import { parseUrl } from '../address/parse-url.ts';

export interface Repository {
  /** As git receives it; holds no credentials. */
  readonly address: string;
  /** Empty for the default branch of the repository. */
  readonly branch: string;
  readonly protocol: 'https' | 'ssh';
  /** The exact host name, in lower case, without a port. */
  readonly host: string;
  /** The last part of its path. */
  readonly label: string;
}

export type ParsedRepository =
  | { readonly kind: 'repository'; readonly repository: Repository }
  /** Completes a sentence; never quotes the input, which may hold credentials. */
  | { readonly kind: 'problem'; readonly message: string };

const forms = '“https://github.com/team/workflows” or “git@github.com:team/workflows.git”';
const hostForm = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;
const userForm = /^\w[\w.-]{0,63}$/;
const pathForm = /^\/?[\w.~][\w.~%+@/-]{0,999}$/;
const secureShell = /^(?:([^@/]*)@)?([^@/:]+):(?!\/\/)(.*)$/;

/** @param defaultBranch used if the address names none */
export function parseRepository(written: string, defaultBranch = ''): ParsedRepository {
  const [address = '', named, ...more] = written.split('#');
  const branch = named ?? defaultBranch;
  if (more.length > 0 || !isBranch(branch)) return problem('names an invalid branch');
  if (address.startsWith('-')) return problem(`starts with “-”; it must be an address such as ${forms}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
  if (address === '' || /[\s\u0000-\u001f\u007f\\]/.test(address))
    return problem(`is not an address such as ${forms}`);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === 'https') return parseSecure(address, branch);
  if (scheme === 'ssh') return parseShellUrl(address, branch);
  if (scheme === 'http') return problem('is not encrypted: write “https://”');
  const [, user = 'git', host = '', path = ''] = (scheme === undefined && secureShell.exec(address)) || [];
  return host === '' || address.includes('::')
    ? problem(`is not reachable over https or ssh; use an address such as ${forms}`)
    : shellRepository(user, host, '', path, branch);
}

function parseSecure(address: string, branch: string): ParsedRepository {
  const url = parseUrl(address);
  if (url === undefined) return problem(`is not an address such as ${forms}`);
  if (url.username !== '' || url.password !== '') return holdsCredentials(url.hostname);
  if (url.search !== '' || url.pathname === '/') return problem(`is not an address such as ${forms}`);
  return found({ address: url.href, branch, protocol: 'https', host: url.hostname }, url.pathname);
}

function parseShellUrl(address: string, branch: string): ParsedRepository {
  const url = parseUrl(address);
  if (url === undefined || url.search !== '') return problem(`is not an address such as ${forms}`);
  if (url.password !== '') return problem('holds a password; leave it out, ssh uses its keys');
  return shellRepository(
    url.username === '' ? 'git' : url.username,
    url.hostname,
    url.port,
    url.pathname,
    branch,
  );
}

/** Validates every part: one that starts with “-” would be an option of ssh. */
function shellRepository(
  user: string,
  host: string,
  port: string,
  path: string,
  branch: string,
): ParsedRepository {
  if (user.includes(':')) return problem('holds a password; leave it out, ssh uses its keys');
  if (!userForm.test(user) || !hostForm.test(host) || !pathForm.test(path)) {
    return problem(`is not an address such as ${forms}`);
  }
  const place = path.startsWith('/') ? path : `/${path}`;
  const address = `ssh://${user}@${host}${port === '' ? '' : `:${port}`}${place}`;
  return found({ address, branch, protocol: 'ssh', host: host.toLowerCase() }, place);
}

function found(repository: Omit<Repository, 'label'>, path: string): ParsedRepository {
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  const label = last.replace(/\.git$/, '').replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'repository';
  return { kind: 'repository', repository: { ...repository, label } };
}

/** The rules of git, and slightly stricter. */
const isBranch = (name: string): boolean =>
  name === '' ||
  (/^[\p{L}\p{N}_][\p{L}\p{N}_.+@/-]{0,199}$/u.test(name) && !/\.\.|\/\/|@\{|\.lock$|[./]$/.test(name));

const problem = (message: string): ParsedRepository => ({ kind: 'problem', message });

const holdsCredentials = (host: string): ParsedRepository =>
  problem(`holds credentials; leave them out and set ${tokenVariable(host)}`);

/** The variable that holds the token for a host. */
export const tokenVariable = (host: string): string =>
  `GIT_${host.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_TOKEN`;

/** For display: never holds credentials. */
export const nameOfRepository = ({ address, branch }: Repository): string =>
  branch === '' ? address : `${address}#${branch}`;
