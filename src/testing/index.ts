/**
 * Tools for tests of your own stores, connectors and programs: contract suites, a fake clock, a scripted connector, a
 * net builder.
 */

export { type Comparison, compareStores } from './contracts/compare-stores.ts';
export type {
  ConnectorCase,
  OpenConnector,
  OpenedConnector,
  SampleCall,
} from './contracts/connector-case.ts';
export { connectorCases } from './contracts/connector-cases.ts';
export type { LanguageCase } from './contracts/language-case.ts';
export { languageCases } from './contracts/language-cases.ts';
export {
  type ExpectedError,
  type LanguageFixture,
  type OpenedLanguage,
  openLanguage,
  type SampleDocument,
} from './contracts/language-fixture.ts';
export type { OpenedReceipts, OpenReceipts, SharedReceiptsCase } from './contracts/shared-receipts-case.ts';
export { sharedReceiptsCases } from './contracts/shared-receipts-cases.ts';
export type { OpenedStore, OpenStore, StoreCase } from './contracts/store-case.ts';
export { storeCases } from './contracts/store-cases.ts';
export { contentOf, sampleAuditEntry, sampleUnit } from './contracts/store-samples.ts';
export {
  assigns,
  call,
  failing,
  flow,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  record,
  subnet,
  task,
  undo,
  value,
  variables,
  wait,
} from './net-builder.ts';
export { createFakeClock, type FakeClock } from './stand-ins/fake-clock.ts';
export { expr, sampleEvaluator } from './stand-ins/sample-evaluator.ts';
export {
  createScriptedConnector,
  failed,
  type Handler,
  type ScriptedConnector,
  type ScriptedConnectorOptions,
  succeeded,
} from './stand-ins/scripted-connector.ts';
export { createRandom, type Random } from './stand-ins/seeded-random.ts';
