/** The content of connectors.yaml: servers whose tools may be called, secrets that may be used, limits. */
import type { SecretRule } from '../../runtime/index.ts';
import type { McpServer } from '../mcp/mcp-server.ts';
import type { ApiServer } from '../openapi/api-server.ts';

export interface ConnectorsConfiguration {
  readonly connectors: readonly ConfiguredConnector[];
  readonly secrets: readonly SecretRule[];
  readonly limits: ConfiguredLimits;
  /** Secret values from the environment: the redactor must know them. */
  readonly values: readonly string[];
}

export interface ConfiguredConnector {
  readonly name: string;
  /** What offers its operations. */
  readonly server: McpServer | ApiServer;
  readonly concurrency?: number;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** `undefined`: the defaults. */
export interface ConfiguredLimits {
  readonly http: {
    readonly concurrency?: number;
    /** Milliseconds. */
    readonly timeout?: number;
    /** Bytes. */
    readonly response?: number;
  };
  readonly sql: {
    readonly concurrency?: number;
    /** Milliseconds. */
    readonly timeout?: number;
    /** Bytes. */
    readonly memory?: number;
  };
}
