/** Reads API descriptions into the operations that a workflow can call. */

export { findOperation } from './document/find-operation.ts';
export { type OpenApiReadResult, readOpenApi } from './document/read-open-api.ts';
export type { SecurityNeed, SecurityScheme } from './document/security-of.ts';
export { type ApiOperation, type OpenApi, type OpenApiResult, openApi } from './open-api.ts';
export type { ApiBody, ApiRequest, BodyBytes } from './request/api-request.ts';
export type { BuiltRequest } from './request/build-request.ts';
export { encodeStrictly } from './request/serialize-parameter.ts';
export type { SearchedCommand } from './search/command-index.ts';
export {
  type CommandSearch,
  createCommandSearch,
  type FoundCommand,
} from './search/create-command-search.ts';
