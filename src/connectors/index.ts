/** Connectors perform the calls of workflows. */
export { type BuiltInConnectorOptions, createBuiltInConnector } from './built-in/built-in-connector.ts';
export { computeTransform, type TransformElsewhere, type TransformInput } from './built-in/transform.ts';
export type {
  ConfiguredConnector,
  ConfiguredLimits,
  ConnectorsConfiguration,
} from './configuration/connectors-configuration.ts';
export {
  type ConnectorDependencies,
  createConfiguredConnectors,
} from './configuration/create-configured-connectors.ts';
export { reservedConnectors } from './configuration/read-connector.ts';
export {
  type ConnectorsReadResult,
  readConnectorsFile,
} from './configuration/read-connectors-file.ts';
export {
  type AllowedAddresses,
  allowHostOf,
  type ParsedAllowance,
  parseAllowedAddresses,
  publicOnly,
} from './http/allowed-addresses.ts';
export { createGuardedFetch, type GuardedFetch } from './http/guarded-fetch.ts';
export {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  type HttpLimits,
} from './http/http-client.ts';
export { createHttpConnector, type HttpConnectorOptions } from './http/http-connector.ts';
export { failureOfOutcome } from './http/http-failure.ts';
export type { HttpRequest } from './http/http-request.ts';
export { createMcpConnector, type McpConnectorOptions } from './mcp/create-mcp-connector.ts';
export type { HttpServer, McpServer, StdioServer } from './mcp/mcp-server.ts';
export type { Credential } from './openapi/api-credentials.ts';
export { type ApiSource, serverAddress } from './openapi/api-source.ts';
export { optionsName, withOptions } from './openapi/call-options.ts';
export { createOpenApiConnector } from './openapi/create-openapi-connector.ts';
export { type FetchedDocuments, maxApiBytes, readApiFile, readApiText } from './openapi/read-api-file.ts';
export { createSqlConnector, type SqlConnectorOptions } from './sql/create-sql-connector.ts';
export type { QueryLimits } from './sql/sql-query-request.ts';
export {
  type CheckedCallback,
  checkCallback,
  maxCallbackLength,
} from './webhook/check-callback.ts';
export { deliveryOf } from './webhook/delivery-of.ts';
export {
  createWebhookPoster,
  type Posted,
  type WebhookPoster,
  type WebhookPosterOptions,
} from './webhook/post-webhook.ts';
