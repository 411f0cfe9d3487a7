/** Definition languages: text in, workflows and every mistake out. */
export { graphLanguage } from './graph/index.ts';
export type {
  AuthoredTask,
  Language,
  Operation,
  OperationParameter,
  Operations,
  Parameter,
  Reading,
  Sample,
  SourceFile,
  Surroundings,
  Workflow,
} from './language.ts';
export type { Edit, Suggestion, Violation } from './violation.ts';
