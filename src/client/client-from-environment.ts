/** Creates a client from the environment variables of an agent. */
import { type ClientOptions, ClientSettingsError, checkOptions, type OptionNames } from './client-options.ts';
import { type Client, clientOf } from './create-client.ts';

export type ClientEnvironment = Readonly<Record<string, string | undefined>>;

const variables: OptionNames = {
  url: 'YAWL_MCP_URL (or SIGNALBOX_URL)',
  token: 'SIGNALBOX_TOKEN',
  key: 'SIGNALBOX_KEY',
  secret: 'YAWL_MCP_JWT_SECRET',
  issuer: 'YAWL_MCP_JWT_ISSUER',
  agentName: 'ZAI_AGENT_NAME',
  agentId: 'ZAI_AGENT_ID',
  timeoutMs: 'ZAI_MCP_TOOL_TIMEOUT_MS',
  retries: 'ZAI_MCP_TOOL_RETRIES',
  backoffMs: 'ZAI_MCP_TOOL_BACKOFF_MS',
};

/** @param rest options without a variable, and overrides */
export function clientFromEnvironment(env: ClientEnvironment, rest: Partial<ClientOptions> = {}): Client {
  const options = { ...optionsOf(env), ...rest };
  const { settings, problems } = checkOptions(options, variables);
  const lacks = problems.length > 0 || settings.credentials.kind !== 'none' ? [] : lacksOf(options.url);
  if (problems.length + lacks.length > 0) throw new ClientSettingsError([...problems, ...lacks]);
  return clientOf(settings);
}

/**
 * Empty variables count as absent. A key or a token takes precedence over the secret, which a local server may also
 * need.
 */
function optionsOf(env: ClientEnvironment): ClientOptions {
  const text = <Name extends keyof ClientOptions>(name: Name, ...among: readonly string[]) =>
    given(
      name,
      among.map((variable) => env[variable] ?? '').find((value) => value !== ''),
    );
  const number = <Name extends keyof ClientOptions>(name: Name, variable: string) => {
    const value = env[variable] ?? '';
    return given(name, value === '' ? undefined : Number(value));
  };
  const own = { ...text('token', variables.token), ...text('key', variables.key) };
  return {
    url: '',
    ...text('url', 'SIGNALBOX_URL', 'YAWL_MCP_URL'),
    ...own,
    ...(Object.keys(own).length > 0 ? {} : text('secret', variables.secret)),
    ...text('issuer', variables.issuer),
    ...text('agentName', variables.agentName),
    ...text('agentId', variables.agentId),
    ...number('timeoutMs', variables.timeoutMs),
    ...number('retries', variables.retries),
    ...number('backoffMs', variables.backoffMs),
  };
}

const given = <Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });

/** Only a local server may accept calls without credentials. */
function lacksOf(url: string): readonly string[] {
  const { hostname } = new URL(url);
  if (/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return [];
  const { secret, issuer, agentName, key, token } = variables;
  return [`Credentials are missing. Set ${secret}, ${issuer} and ${agentName}; or ${key}; or ${token}.`];
}
