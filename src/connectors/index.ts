/** Connectors: they perform the calls that workflows make. */
export { type BuiltInConnectorOptions, createBuiltInConnector } from './built-in/built-in-connector.ts';
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
