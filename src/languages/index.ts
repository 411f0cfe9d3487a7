/**
 * Definition languages: read a text and return workflows and all errors. Also exports the reader for YAML and JSON
 * documents.
 */
export { applyEdits } from './document/apply-edits.ts';
export { codeFrame } from './document/code-frame.ts';
export { describeLocated } from './document/describe.ts';
export { findSyntaxFault, jsonSyntax } from './document/find-syntax-fault.ts';
export { jsonSchema, markdownTable } from './document/json-schema.ts';
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
export { readBoolean, readList, readOneOf, readText } from './document/read-value.ts';
export { report } from './document/report.ts';
export { createReporter, type Proposal, type Reporter } from './document/reporter.ts';
export { replaceScalar } from './document/scalar-edits.ts';
export {
  type JsonSchema,
  type MapShape,
  readShape,
  type ShapeFields,
  shape,
  type ValueType,
} from './document/shape.ts';
export { createSourceText, positionAt, type TextPosition } from './document/source-text.ts';
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
export { countViolations, isUnlistedEntry, listViolations } from './document/violation-list.ts';
export { graphShape } from './graph/graph-shape.ts';
export { graphLanguage } from './graph/index.ts';
export { findType } from './graph/param-type.ts';
export { createLookUp } from './guide/conditions/look-up.ts';
export { findLoopInputProblem } from './guide/follow/find-loop-input-problem.ts';
export { createGuideMachine, type GuideMachine } from './guide/follow/guide-machine.ts';
export {
  describeSkippedSteps,
  findTruncatedLoops,
  type TracedNotes,
  traceNotes,
} from './guide/follow/guide-trace.ts';
export { type NextStep, nextStep } from './guide/follow/next-step.ts';
export type { GuideContext, LookUp } from './guide/guide-context.ts';
export { guideLanguage } from './guide/index.ts';
export { findDecidedLoop } from './guide/net/find-decided-loop.ts';
export { maxVisits } from './guide/net/guide-compile-context.ts';
export { contextVariable, itemsVariable } from './guide/net/guide-names.ts';
export { guideShape } from './guide/parse/guide-shape.ts';
export type { Guide, GuideStep, LoopStep, ParallelStep, PromptStep } from './guide/schema.ts';
export type { ShownStep, StepItem } from './guide/shown-step.ts';
export { checkOutput } from './guide/validation/check-output.ts';
export type { OutputVerdict } from './guide/validation/output-verdict.ts';
export { readCriteria } from './guide/validation/read-criteria.ts';
export type {
  AuthoredTask,
  ConnectorOperation,
  ConnectorOperations,
  Language,
  OperationParameter,
  Parameter,
  QueryEngine,
  ReadEnvironment,
  ReadResult,
  Sample,
  ServiceBinding,
  ServiceDirectory,
  SourceFile,
  TaskFacts,
  Workflow,
} from './language.ts';
export { convertToType, exampleOfType, isOfType } from './value-of-type.ts';
export type { Edit, Suggestion, Violation } from './violation.ts';
export { parseXml } from './xml/parse-xml.ts';
export { escapeAttribute, escapeText } from './xml/write-xml.ts';
export { exampleOfShape } from './xsd/example-of-shape.ts';
export { fitValue } from './xsd/fit-value.ts';
export { fromXml } from './xsd/from-xml.ts';
export { schemaOfShape } from './xsd/schema-of-shape.ts';
export type { Mismatch, Shape } from './xsd/shape.ts';
export { toXml } from './xsd/to-xml.ts';
export { caseDataXml } from './yawl/case-data.ts';
export { convertFile } from './yawl/convert/convert-file.ts';
export type { Conversion } from './yawl/convert/convert-specification.ts';
export { createYawlLanguage } from './yawl/index.ts';
