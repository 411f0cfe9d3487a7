/** Reads API descriptions into the operations that a workflow can call. */
export { findOperation } from './find-operation.ts';
export { type OpenApiReadResult, readOpenApi } from './read-open-api.ts';
