/** What the HTTP server needs of the rest of the house. */
import type { OperationError, Principal, ServiceStatus } from '../../operations/index.ts';
import type { Clock } from '../../runtime/index.ts';
import type { Signalbox } from '../local/signalbox.ts';
import type { ToolChoice, ToolRegistry } from '../mcp/contract/contents.ts';
import type { McpEndpoint } from '../mcp/contract/mcp-endpoint.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Authenticator } from './authenticator.ts';
import type { Proxies } from './client-address.ts';
import type { HttpLimits } from './http-limits.ts';

export interface HttpOptions {
  readonly call: Signalbox['call'];
  readonly mcpEndpoint: McpEndpoint;
  readonly tools: ToolRegistry;
  /** @param base where others reach it */
  readonly authenticatorFor: (base: string) => Authenticator;
  readonly proxies: Proxies;
  /** There are no credentials: everybody who reaches it may do everything. */
  readonly isDevelopment: boolean;
  readonly version: string;
  /** Tools for whoever does not choose. */
  readonly choice: ToolChoice;
  /** Throws OperationError. */
  readonly status: (principal: Principal) => Promise<ServiceStatus>;
  /** Asks the store for something small: anybody may have it asked. Throws OperationError. */
  readonly probe: () => Promise<unknown>;
  readonly metrics: Metrics;
  /** For people: where runs are kept, and what else they want to know of this process. */
  readonly serverFacts: () => readonly Fact[];
  /** How hosts start a server of their own over the same data folder. */
  readonly stdioCommand: StdioCommand;
  /** The document that says whose tokens are believed. */
  readonly protectedResource: (base: string, path: '/' | '/mcp') => object;
  /** What an operation refused is in the audit already. */
  readonly isOfOperation: (error: OperationError) => boolean;
  /** A mistake of the program. */
  readonly report: (line: string, error: unknown) => void;
  /** Each request, when it was answered. */
  readonly onRequestEnded: (ended: EndedRequest) => void;
  /** Streams that may be open at once. */
  readonly streamQuotas: StreamQuotas;
  /** Of what is due now and then on a stream; that of the machine where absent. */
  readonly clock?: Clock;
  readonly limits: HttpLimits;
}

/** Null where there is no limit. */
export interface StreamQuotas {
  readonly perPrincipal: number | null;
  readonly perTenant: number | null;
}

export interface EndedRequest {
  readonly correlationId: string;
  readonly method: string;
  /** As the route has it, never as it was asked for; “other” where there is none. */
  readonly route: string;
  readonly status: number;
  readonly address: string;
  readonly milliseconds: number;
  /** Undefined where nobody was asked who they are, or it was not found out. */
  readonly principal: Principal | undefined;
  /** Empty where it came to none. */
  readonly operation: string;
  readonly run: string | null;
  /** Of the error; null where there was none. */
  readonly code: string | null;
  /** It was refused before any operation could refuse it. */
  readonly isRefusedHere: boolean;
}

export type Fact = readonly [name: string, value: string];

export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}
