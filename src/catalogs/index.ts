/** Reads API descriptions into the operations that a workflow can call. */

export { type BundledDocument, bundleDocument } from './document/bundle-document.ts';
export { DocumentError } from './document/document-error.ts';
export { findOperation } from './document/find-operation.ts';
export { parseApiText } from './document/parse-api-text.ts';
export { type OpenApiReadResult, readOpenApi } from './document/read-open-api.ts';
export type { SecurityNeed, SecurityScheme } from './document/security-of.ts';
export { type ApiOperation, type OpenApi, type OpenApiResult, openApi, type ReadBody } from './open-api.ts';
export type { ApiBody, ApiRequest, BodyBytes } from './request/api-request.ts';
export type { BuiltRequest } from './request/build-request.ts';
export { encodeStrictly } from './request/serialize-parameter.ts';
export type { SearchedCommand } from './search/command-index.ts';
export { type CommandSearch, createCommandSearch } from './search/create-command-search.ts';
export type { FoundCommand } from './search/score-commands.ts';
