/** Parts of the runtime for tests that run them in a process of their own. */
export { openQueryEngine } from '../src/runtime/queries/open-query-engine.ts';
export { openSqliteStore } from '../src/runtime/sqlite/open-sqlite-store.ts';
export { tryLock } from '../src/runtime/sqlite/owner-lock.ts';
export { sampleAuditEntry, sampleUnit } from '../src/testing/contracts/store-samples.ts';
