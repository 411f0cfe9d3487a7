/** What an operator says in connectors.yaml: servers whose tools may be called, secrets that may be used, limits. */
import type { SecretRule } from '../../runtime/index.ts';
import type { McpServer } from '../mcp/mcp-server.ts';

export interface ConnectorsConfiguration {
  readonly connectors: readonly ConfiguredConnector[];
  readonly secrets: readonly SecretRule[];
  readonly limits: ConfiguredLimits;
  /** What came from the environment and is a secret: never to be shown, so the redactor must know it. */
  readonly values: readonly string[];
}

export interface ConfiguredConnector {
  readonly name: string;
  readonly server: McpServer;
  readonly concurrency?: number;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** What is absent is as it always is. */
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
