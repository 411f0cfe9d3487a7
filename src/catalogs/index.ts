/** Reads API descriptions into the operations that a workflow can call. */

export { findOperation } from './document/find-operation.ts';
export { type OpenApiReadResult, readOpenApi } from './document/read-open-api.ts';
export type { SecurityNeed, SecurityScheme } from './document/security-of.ts';
export { compileGraphql, type GraphqlOptions, type GraphqlSource } from './graphql/compile-graphql.ts';
export { introspectionQuery } from './graphql/introspection-query.ts';
export { type GraphqlCall, openGraphqlCommand } from './graphql/open-graphql-command.ts';
export { readGraphqlResult } from './graphql/read-graphql-result.ts';
export { type OpenApi, type OpenApiResult, openApi } from './open-api.ts';
export type { ApiAnswer, ApiOperation } from './request/api-operation.ts';
export type { ApiBody, ApiRequest, BodyBytes } from './request/api-request.ts';
export type { BuiltRequest } from './request/build-request.ts';
export { encodeStrictly } from './request/serialize-parameter.ts';
