/**
 * Definition languages: read a text and return workflows and all errors. Also exports the reader for YAML and JSON
 * documents.
 */

export { byteLength } from './byte-length.ts';
export { caseIdOf } from './case-id.ts';
export { describeJson } from './describe-json.ts';
export { applyEdits } from './document/apply-edits.ts';
export { codeFrame } from './document/code-frame.ts';
export { describeLocated } from './document/describe.ts';
export { findSyntaxFault, jsonSyntax } from './document/find-syntax-fault.ts';
export { jsonSchemaText } from './document/json-schema.ts';
export {
  findEntry,
  type Located,
  type LocatedEntry,
  type LocatedList,
  type LocatedMap,
  type LocatedScalar,
  toJson,
} from './document/located.ts';
export { insertEntries, removeEntry, renameKey } from './document/map-edits.ts';
export { parseDocument } from './document/parse-document.ts';
export { readFlow } from './document/read-flow.ts';
export { readShape, type ShapeFields } from './document/read-shape.ts';
export { readBoolean, readEntries, readList, readOneOf, readText } from './document/read-value.ts';
export { maxErrors, type Repair, repairText } from './document/repair-text.ts';
export { report } from './document/report.ts';
export { createReporter, type Proposal, type Reporter } from './document/reporter.ts';
export { replaceScalar } from './document/scalar-edits.ts';
export { type JsonSchema, type MapShape, shape, theValueOf, type ValueType } from './document/shape.ts';
export { createSourceText, positionAt, type TextPosition } from './document/source-text.ts';
export { convertToType, exampleOfType, isOfType } from './document/value-of-type.ts';
export {
  anything,
  boolean,
  described,
  integer,
  list,
  nested,
  oneOf,
  text,
} from './document/value-types.ts';
export type { Edit, Suggestion, Violation } from './document/violation.ts';
export { countViolations, isUnlistedEntry, listViolations } from './document/violation-list.ts';
export type {
  AnsweredItem,
  Conversion,
  Converted,
  GivenAnswer,
  ItemFacet,
  ItemLike,
  ItemName,
  ItemPresentation,
  LanguageError,
  PersonNeeded,
  RunFacet,
  RunPresentation,
  StepwisePresentation,
  Values,
  WorkflowFacet,
} from './facets.ts';
export type { Language } from './language.ts';
export type {
  AdoptedRun,
  CallOutcome,
  ClientNotification,
  FoundWorkflow,
  HeldRun,
  HostCall,
  ItemViews,
  LanguageApi,
  LanguageOperation,
  LanguageVerb,
  OperationHost,
  ReportedError,
  RunReader,
  Seals,
  VerbTerminal,
  ViewFields,
  Zod,
} from './language-api.ts';
export type { OperationTool, ToolHints, ToolTerms } from './operation-tool.ts';
export { findType } from './param-type.ts';
export { partOf } from './part-of.ts';
export {
  joinPhrases,
  type NameReference,
  type Noun,
  type Phrase,
  phrase,
  plainName,
  plainText,
  type Reference,
  renderPhrase,
} from './phrase.ts';
export { presentViolation } from './present-violation.ts';
export type { QueryEngine } from './query-engine.ts';
export {
  Refusal,
  type RefusalReport,
  type RefusedDocument,
  type RefusedPart,
  refuseDocument,
  refuseInput,
  summaryOf,
} from './refusal.ts';
export { type Schema, schemaOfDeclared, schemaOfFields } from './schema-of-type.ts';
export type {
  AuthoredTask,
  ConnectorOperation,
  ConnectorOperations,
  OperationParameter,
  Parameter,
  ReadEnvironment,
  ReadResult,
  Sample,
  ServiceBinding,
  ServiceDirectory,
  SourceFile,
  Workflow,
} from './workflow.ts';
export { parseXml } from './xml/parse-xml.ts';
export { escapeAttribute, escapeText } from './xml/write-xml.ts';
export { exampleOfShape } from './xsd/example-of-shape.ts';
export { fitValue } from './xsd/fit-value.ts';
export { fromXml } from './xsd/from-xml.ts';
export { schemaOfShape } from './xsd/schema-of-shape.ts';
export type { Mismatch, Shape } from './xsd/shape.ts';
export { toXml } from './xsd/to-xml.ts';
