/** Options of a client. All problems are reported together. */
import type { GivenCredentials } from './credentials.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Address of the server, with or without `/mcp` at the end. */
  readonly url: string;
  /** A token of an issuer, or a function that is called before each call. */
  readonly token?: string | (() => string | Promise<string>);
  /** An API key. */
  readonly key?: string;
  /** Secret shared with the server: the client signs and renews its own tokens. */
  readonly secret?: string;
  /** With a secret: the issuer name that the server knows. */
  readonly issuer?: string;
  /** With a secret: the audience. Default: `yawl-mcp`. */
  readonly audience?: string;
  /** With a secret: the scopes of the agent. */
  readonly scopes?: readonly string[];
  /** With a secret: the caller. Idempotency keys begin with it, or with the id. */
  readonly agentName?: string;
  readonly agentId?: string;
  /** Timeout of one attempt, plus the time that a call asks the server to wait. Default: 5 seconds. */
  readonly timeoutMs?: number;
  /** Maximum number of retries. Default: 3. */
  readonly retries?: number;
  /** Delay before the first retry, doubled for each further one. Default: 1 second. */
  readonly backoffMs?: number;
  readonly fetch?: Fetch;
  /** In milliseconds. */
  readonly now?: () => number;
}

export interface ClientSettings {
  /** URL for tool calls. */
  readonly address: string;
  readonly credentials: GivenCredentials;
  /** Prefix of idempotency keys. */
  readonly agent: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly backoffMs: number;
  readonly fetch: Fetch;
  readonly now: () => number;
}

export class ClientSettingsError extends Error {
  override readonly name = 'ClientSettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid client options: ${problems.join(' ')}`);
    this.problems = problems;
  }
}

type Named = Exclude<keyof ClientOptions, 'audience' | 'scopes' | 'fetch' | 'now'>;

/** Names of the options in messages. */
export type OptionNames = Readonly<Record<Named, string>>;

const ownNames: OptionNames = {
  url: '“url”',
  token: '“token”',
  key: '“key”',
  secret: '“secret”',
  issuer: '“issuer”',
  agentName: '“agentName”',
  agentId: '“agentId”',
  timeoutMs: '“timeoutMs”',
  retries: '“retries”',
  backoffMs: '“backoffMs”',
};

/** Environment variables of agents. */
const defaultScopes = ['workflows:launch', 'workflows:query', 'workitems:manage'];

export interface CheckedOptions {
  readonly settings: ClientSettings;
  readonly problems: readonly string[];
}

export function checkOptions(options: ClientOptions, names: OptionNames = ownNames): CheckedOptions {
  const problems: string[] = [];
  const address = addressOf(options.url, names, problems);
  const credentials = credentialsOf(options, names, problems);
  const whole = (
    name: 'timeoutMs' | 'retries' | 'backoffMs',
    defaultValue: number,
    min: number,
    max: number,
  ) => {
    const value = options[name] ?? defaultValue;
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    problems.push(`${names[name]} must be a whole number from ${min} to ${max}.`);
    return defaultValue;
  };
  const timeoutMs = whole('timeoutMs', 5_000, 1, 3_600_000);
  const retries = whole('retries', 3, 0, 100);
  const backoffMs = whole('backoffMs', 1_000, 0, 3_600_000);
  // Names may contain characters that keys may not.
  const agent = (options.agentId ?? options.agentName ?? '').replaceAll(/[^\x21-\x7e]+/g, '-');
  // A key has at most 200 characters, and its unique part takes 37 of them.
  if (agent.length > 160) problems.push(`${names.agentId} must have at most 160 characters.`);
  // Browsers require fetch to be called on its own object.
  const { fetch = (url, init) => globalThis.fetch(url, init), now = Date.now } = options;
  return { settings: { address, credentials, agent, timeoutMs, retries, backoffMs, fetch, now }, problems };
}

/** `URL.canParse` of Node 20 refuses addresses with letters such as “ü” once it is optimized. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function addressOf(given: string, names: OptionNames, problems: string[]): string {
  const url = parseUrl(given);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    problems.push(`${names.url} must be the address of the server, such as “https://signalbox.example/mcp”.`);
    return '';
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    problems.push(`${names.url} must have no credentials, no “?” and no “#”: pass credentials as options.`);
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/mcp(?:\/tools\/invoke)?$/, '');
  return `${url.origin}${path}/mcp/tools/invoke`;
}

function credentialsOf(options: ClientOptions, names: OptionNames, problems: string[]): GivenCredentials {
  const { token, key, secret } = options;
  const given = (['token', 'key', 'secret'] as const).filter((name) => options[name] !== undefined);
  if (given.length > 1) {
    problems.push(`Use only one of ${given.map((name) => names[name]).join(' and ')}.`);
  }
  if (typeof token === 'function') return { kind: 'asked', ask: token };
  if (secret !== undefined) return signedOf(secret, options, names, problems);
  const text = token ?? key;
  if (text === undefined) return { kind: 'none' };
  // It becomes a header: an invalid one would fail at the first call, with a message that may contain it.
  if (!/^[\x21-\x7e]+$/.test(text)) {
    problems.push(`${token === undefined ? names.key : names.token} must be one word of plain letters.`);
  }
  return { kind: 'fixed', text };
}

function signedOf(
  secret: string,
  { agentName = '', issuer = '', audience = 'yawl-mcp', scopes = defaultScopes }: ClientOptions,
  names: OptionNames,
  problems: string[],
): GivenCredentials {
  const bytes = new TextEncoder().encode(secret).length;
  if (bytes < 32) problems.push(`${names.secret} must have 32 bytes or more; it has ${bytes}.`);
  if (agentName === '')
    problems.push(`${names.agentName} must name the caller: it becomes “sub” of the token.`);
  if (issuer === '') problems.push(`${names.issuer} must be the issuer whose secret the server has.`);
  const claims = { sub: agentName, aud: audience, iss: issuer, scope: scopes.join(' ') };
  return { kind: 'signed', secret, claims };
}
