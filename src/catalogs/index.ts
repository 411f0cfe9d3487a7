/** Reads API descriptions into the operations that a workflow can call. */

export type {
  CatalogFormat,
  CatalogIndex,
  CommandCall,
  CommandDetail,
  CommandEntry,
  CommandParameter,
  CompiledCatalog,
  CompileOptions,
  CompileResult,
  DocumentProblem,
  ValueProvider,
} from './commands/catalog.ts';
export { type ComparedCommand, compareCatalogs } from './commands/compare-catalogs.ts';
export { compileOpenApi } from './commands/compile-open-api.ts';
export { type CatalogDifference, describeComparison } from './commands/describe-comparison.ts';
export { leaveOut } from './commands/leave-out.ts';
export { type OpenApi, type OpenApiResult, openApi } from './commands/open-api.ts';
export { type ParameterFacts, parameterFacts } from './commands/parameter-facts.ts';
export { placesOf } from './commands/places-of.ts';
export { textOfType } from './commands/text-of-type.ts';
export { type BundledDocument, bundleDocument } from './document/bundle-document.ts';
export { DocumentError } from './document/document-error.ts';
export { findOperation } from './document/find-operation.ts';
export { parseApiText } from './document/parse-api-text.ts';
export { type OpenApiReadResult, readOpenApi } from './document/read-open-api.ts';
export type { SecurityNeed, SecurityScheme } from './document/security-of.ts';
export { compileGraphql } from './graphql/compile-graphql.ts';
export { introspectionQuery } from './graphql/introspection-query.ts';
export { openGraphqlCommand } from './graphql/open-graphql-command.ts';
export { openCommand } from './open-command.ts';
export type { ApiAnswer, ApiOperation } from './request/api-operation.ts';
export type { ApiBody, ApiRequest, BodyBytes } from './request/api-request.ts';
export type { BuiltRequest } from './request/build-request.ts';
export { encodeStrictly } from './request/serialize-parameter.ts';
export type { SearchedCommand } from './search/command-index.ts';
export {
  type CommandSearch,
  createCommandSearch,
  type FoundCommand,
} from './search/create-command-search.ts';
