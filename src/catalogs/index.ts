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
export {
  type CatalogComparison,
  type CommandChange,
  type ComparedCommand,
  compareCatalogs,
} from './commands/compare-catalogs.ts';
export { compileOpenApi } from './commands/compile-open-api.ts';
export { type ApiOperation, type OpenApi, type OpenApiResult, openApi } from './commands/open-api.ts';
export { openCommand } from './commands/open-command.ts';
export { findOperation } from './document/find-operation.ts';
export { type OpenApiReadResult, readOpenApi } from './document/read-open-api.ts';
export type { SecurityNeed, SecurityScheme } from './document/security-of.ts';
export type { ApiBody, ApiRequest, BodyBytes } from './request/api-request.ts';
export type { BuiltRequest } from './request/build-request.ts';
export { encodeStrictly } from './request/serialize-parameter.ts';
