/** Dependencies and settings of the HTTP server. */
import type { Principal, Registry, ServiceStatus } from '../../../operations/index.ts';
import type { Clock } from '../../../runtime/index.ts';
import type { Authenticator } from '../../auth/authenticator.ts';
import type { LocalToken } from '../../auth/local-token.ts';
import type { Signalbox } from '../../local/signalbox.ts';
import type { ToolChoice, ToolRegistry } from '../../mcp/contract/contents.ts';
import type { McpEndpoint } from '../../mcp/contract/mcp-endpoint.ts';
import type { Proxies } from '../../message/client-address.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { StdioCommand } from '../status-page/connections.ts';
import type { Fact } from '../status-page/render-status-page.ts';
import type { HttpLimits } from './http-limits.ts';

export interface HttpOptions {
  readonly call: Signalbox['call'];
  readonly registry: Registry;
  readonly mcpEndpoint: McpEndpoint;
  readonly tools: ToolRegistry;
  /** @param base its public address */
  readonly authenticatorFor: (base: string) => Authenticator;
  readonly proxies: Proxies;
  /** No credentials are configured: every request has all rights. */
  readonly isDevelopment: boolean;
  /** Every request of development mode needs it, if there is one. */
  readonly localToken?: LocalToken | undefined;
  readonly version: string;
  /** Default toolsets. */
  readonly choice: ToolChoice;
  /** Throws OperationError. */
  readonly status: (principal: Principal) => Promise<ServiceStatus>;
  /** Checks that work can be committed: anyone may trigger it. Throws OperationError. */
  readonly probe: () => Promise<unknown>;
  readonly metrics: Metrics;
  /** For people: the data folder, and other facts of this process. */
  readonly serverFacts: () => readonly Fact[];
  /** The command by which hosts start a server of their own over the same data folder. */
  readonly stdioCommand: StdioCommand;
  /** The metadata document about trusted issuers. */
  readonly protectedResource: (base: string, path: '/' | '/mcp') => object;
  /** An internal error. */
  readonly report: (line: string, error: unknown) => void;
  /** Called for each request after its answer. */
  readonly onRequestEnded: (ended: EndedRequest) => void;
  /** Maximum number of open streams. */
  readonly streamQuotas: StreamQuotas;
  /** Clock for the periodic work of streams. Default: the system clock. */
  readonly clock?: Clock;
  readonly limits: HttpLimits;
}

/** Null: no limit. */
export interface StreamQuotas {
  readonly perPrincipal: number | null;
  readonly perTenant: number | null;
}

export interface EndedRequest {
  readonly correlationId: string;
  readonly method: string;
  /** The declared path of the route, never the requested one; “other” if there is none. */
  readonly route: string;
  readonly status: number;
  readonly address: string;
  readonly milliseconds: number;
  /** `undefined` if the request was not authenticated. */
  readonly principal: Principal | undefined;
  /** Empty if no operation was called. */
  readonly operation: string;
  readonly run: string | null;
  /** Code of the error; null if there was none. */
  readonly code: string | null;
  /** Refused before any operation was called. */
  readonly isRefusedHere: boolean;
}
