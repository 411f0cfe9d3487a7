/** `signalbox serve`: serves the Signalbox of a data folder over HTTP. */
import {
  createRedaction,
  type Environment,
  OperationError,
  type Principal,
  type Registry,
  type ServiceStatus,
  type Settings,
} from '../operations/index.ts';
import { appPrincipal } from './auth/app-principal.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { checkServerSecurity } from './auth/check-server-security.ts';
import type { Identify } from './auth/identify.ts';
import { createLocalToken } from './auth/local-token.ts';
import { openCredentials } from './auth/open-credentials.ts';
import { createRateLimits } from './auth/rate-limits.ts';
import { httpLimits } from './http/contract/http-limits.ts';
import type { EndedRequest } from './http/contract/http-options.ts';
import { createRefusalAudit } from './http/refusal-audit.ts';
import { serveHttp } from './http/serve-http.ts';
import type { StdioCommand } from './http/status-page/connections.ts';
import type { Fact } from './http/status-page/render-status-page.ts';
import type { TlsPaths } from './http/tls-files.ts';
import { openSignalbox } from './local/open-signalbox.ts';
import type { PathSetting, Signalbox } from './local/signalbox.ts';
import type { NoteCall } from './mcp/contract/call-record.ts';
import { type OpenMcpEndpointOptions, openMcpEndpoint } from './mcp/open-mcp-endpoint.ts';
import { createProxies } from './message/client-address.ts';
import { faultOf } from './telemetry/fault-of.ts';
import type { Log } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { reportTo } from './telemetry/report-to.ts';
import type { RequestRecord } from './telemetry/request-record.ts';

export interface ServerOptions extends Pick<OpenMcpEndpointOptions, 'compose'> {
  readonly settings: Settings;
  /** Settings that the user named explicitly. */
  readonly named?: readonly PathSetting[];
  readonly env: Environment;
  readonly version: string;
  readonly build?: string | undefined;
  /** The principal of all requests while no credentials are configured. */
  readonly developer: Principal | Identify;
  readonly stdioCommand: StdioCommand;
  readonly log: Log;
  /** Available operations. Default: all. */
  readonly registry?: Registry | undefined;
  /** Receives additional secrets that the log must hide: those of issuers, as configured now. */
  readonly hide?: (secrets: () => readonly string[]) => void;
  /** Clock for rate limits, in milliseconds. Default: the system clock. */
  readonly now?: () => number;
}

export interface RunningServer {
  /** Its own address, without a trailing slash. */
  readonly url: string;
  readonly signalbox: Signalbox;
  /** No credentials are configured: every request has all rights. */
  readonly isDevelopment: boolean;
  /** Which every request of development mode needs; `undefined` if none does. */
  readonly localToken: string | undefined;
  /** Reloads credentials and certificates [W9.2]. @returns the problems; then the previous ones stay active */
  reload(): Promise<readonly string[]>;
  /** Refuses new requests, lets calls end, and closes everything. */
  close(): Promise<void>;
}

/** Rejects with OperationError, or with the system error if it cannot listen. */
export async function openServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, named = [], env, version, build, log, registry } = options;
  const signalbox = await openSignalbox(settings, {
    ...{ env, version, build, named, registry },
    ...reportTo(log),
  });
  try {
    return await serveSignalbox(options, signalbox);
  } catch (error) {
    await signalbox.close();
    throw error;
  }
}

async function serveSignalbox(options: ServerOptions, signalbox: Signalbox): Promise<RunningServer> {
  const { settings, env, log, developer } = options;
  const call: Signalbox['call'] = (...asked) => signalbox.call(...asked);
  const metrics = createMetrics(settings);
  const credentials = await openCredentials({
    settings,
    env,
    call,
    warn: (line) => log.warn(line),
    noteKeyFetch: (outcome) => metrics.noteKeyFetch(outcome),
  });
  const isDevelopment = !credentials.isRequired;
  const localToken = isDevelopment && settings.localToken ? createLocalToken() : undefined;
  const secrets = (): readonly string[] => [
    ...credentials.secrets,
    ...(localToken === undefined ? [] : [localToken.text]),
  ];
  options.hide?.(secrets);
  const redact = createRedaction(env, secrets);
  const report = (line: string, error: unknown): void => log.error(line, faultOf(error, redact));
  const isOpen = (): boolean => !credentials.isRequired;
  const staysOpen = async (): Promise<boolean> => isOpen() && !(await credentials.isRequiredByNow());
  const { isStrict, problems } = checkServerSecurity(settings, credentials.isRequired);
  if (problems.length > 0) throw insecure(problems);
  const audit = createRefusalAudit(call, report);
  const noteCall: NoteCall = (record) => metrics.noteCall(record);
  const { mcpEndpoint, contents } = await openMcpEndpoint({ ...options, signalbox, note: noteCall, report });
  const everybody: Identify = typeof developer === 'function' ? developer : () => developer;
  const identifyEverybody = localToken?.guard(everybody) ?? everybody;
  const { rate: principal, rateOfTenant: tenant, rateBurst: burst } = settings;
  const rates = createRateLimits({ principal, tenant, burst }, options.now);
  const http = await serveHttp({
    ...options,
    host: settings.host,
    port: settings.port,
    publicUrl: settings.publicUrl,
    tls: tlsOf(settings),
    call,
    registry: signalbox.registry,
    mcpEndpoint,
    tools: contents.tools,
    choice: settings.toolsets,
    isDevelopment,
    localToken,
    proxies: createProxies(settings.proxies),
    authenticatorFor(base) {
      const identify = credentials.identifyFor(base);
      return createAuthenticator({
        identify: async (request, peer) =>
          ((await staysOpen()) ? identifyEverybody : identify)(request, peer),
        rates: { take: (who) => (isOpen() ? 0 : rates.take(who)) },
        demandsTls: isStrict,
        wrongCredentials: httpLimits.wrongCredentials,
        recheckEvery: httpLimits.recheckEvery,
      });
    },
    protectedResource: (base, path) => credentials.metadataFor(base, path),
    status: (principal) => statusOf(signalbox, principal),
    probe: () => call(appPrincipal, 'service.check', {}),
    metrics,
    serverFacts: () => serverFactsOf(signalbox, settings),
    report,
    tell: (line) => log.info(line),
    onRequestEnded(ended) {
      const record = recordOf(ended);
      log.request(record);
      metrics.noteRequest(record);
      audit.note(ended);
    },
    streamQuotas: { perPrincipal: settings.quotaStreams, perTenant: settings.quotaStreamsOfTenant },
    limits: httpLimits,
  });
  return {
    url: http.url,
    signalbox,
    isDevelopment,
    localToken: localToken?.text,
    async reload() {
      const [wrong, certificates] = await Promise.all([credentials.reload(), http.reload()]);
      return certificates === undefined ? wrong : [...wrong, certificates];
    },
    async close() {
      await http.close();
      await audit.close();
      await signalbox.close();
    },
  };
}

const tlsOf = ({ tlsCert, tlsKey, tlsClientCa }: Settings): TlsPaths | undefined =>
  tlsCert === '' ? undefined : { cert: tlsCert, key: tlsKey, clientCa: tlsClientCa };

function recordOf(ended: EndedRequest): RequestRecord {
  const { correlationId, method, route, status, address, operation, run, code } = ended;
  const { subject = null, tenant = null, kind = null } = ended.principal ?? {};
  const milliseconds = Math.round(10 * ended.milliseconds) / 10;
  return {
    correlationId,
    method,
    route,
    status,
    address,
    milliseconds,
    operation,
    run,
    code,
    subject,
    tenant,
    kind,
  };
}

function insecure(problems: readonly string[]): OperationError {
  return new OperationError({
    code: 'insecure_server',
    message: problems.join('\n'),
    suggestedAction: 'Correct the listed problems. “signalbox config” shows the effective settings.',
  });
}

async function statusOf(signalbox: Signalbox, principal: Principal): Promise<ServiceStatus> {
  // The operation's own type guarantees the shape.
  return (await signalbox.call(principal, 'service.status', {})) as unknown as ServiceStatus;
}

function serverFactsOf({ role, owner }: Signalbox, { data, workflows }: Settings): readonly Fact[] {
  const others = owner === null ? 'no process at the moment' : `process ${owner.pid}`;
  return [
    ['Data folder', data],
    ['Owned by', role === 'owner' ? `this process (${process.pid})` : others],
    ['Workflow folders', workflows.join(', ')],
  ];
}
