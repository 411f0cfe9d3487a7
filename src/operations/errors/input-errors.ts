/** Errors of invalid inputs, documents and settings. */
import { phrase } from '../../languages/index.ts';
import type { ErrorEntries } from './error-entry.ts';

export const inputErrors = {
  invalid_input: {
    meaning:
      'The input does not match the input schema of the operation: a field is missing, unknown, of the wrong type, or out of range.',
    action: 'Correct the input and call again.',
    number: -32_602,
  },
  invalid_parameters: {
    meaning: 'The parameters do not match the parameters that the workflow declares.',
    action: phrase`Correct what “violations” lists. ${{ operation: 'definitions.get' }} shows the parameters of the ${{ noun: 'workflow' }}.`,
    number: -32_602,
  },
  missing_parameter: {
    meaning: 'A required parameter of the workflow is missing.',
    action: phrase`Pass every required parameter. ${{ operation: 'definitions.get' }} shows which ones are required.`,
    number: -32_602,
  },
  invalid_specification: {
    meaning: 'The specification of the case does not exist, or several specifications have its name.',
    action: phrase`Find it with ${{ operation: 'definitions.list' }}. Every workflow is a specification.`,
    number: -32_001,
  },
  invalid_definition: {
    meaning: 'A workflow document has errors, so it is neither saved nor run.',
    action: phrase`Correct what “violations” lists by line and column. ${{ operation: 'definitions.validate' }} validates without saving.`,
    short: 'invalid_specification',
    number: -32_002,
    spelled: 'WORKFLOW_VALIDATION_FAILED',
  },
  language_mismatch: {
    meaning: 'A document is written in another language than “language” names.',
    action: 'Omit “language”: the keys of the document identify it.',
  },
  computing_limit: {
    meaning: 'The request needs more computing time or memory than one request may use. It was stopped.',
    action: phrase`Make the document smaller or simpler: split its ${{ noun: 'workflows' }}, and shorten its lists, patterns and queries.`,
  },
  definition_too_large: {
    meaning: 'A workflow document exceeds the size limit.',
    action: phrase`Split its ${{ noun: 'workflows' }} into several documents.`,
    status: 413,
  },
  bad_path: {
    meaning:
      'A document cannot be stored under this path: it leads out of the folder, or has an unsupported extension.',
    action: 'Choose a path such as “trips/summer.yaml”.',
    number: -32_007,
  },
  invalid_catalog: {
    meaning: 'The document of an API cannot be imported: it is invalid, cannot be read, or may not be read.',
    action: phrase`Correct what “violations” lists. ${{ operation: 'catalogs.validate' }} validates without importing.`,
  },
  invalid_callback: {
    meaning: 'The callback URL for deliveries cannot be used: it is malformed, not public, or not https.',
    action:
      'Use a public URL that begins with “https://”, or ask the operator to allow the host with SIGNALBOX_WEBHOOK_ALLOW.',
  },
  bad_cursor: {
    meaning: 'The cursor was not issued by this list, or was issued for other filters.',
    action:
      'Send the cursor of the previous page with the same filters, or omit it to start from the first page.',
  },
  answer_refused: {
    meaning: 'The answer to a work item does not match what the item expects.',
    action: phrase`Correct the answer. ${{ operation: 'items.get' }} shows what the work item expects.`,
  },
  unknown_operation: {
    meaning: 'A workflow calls an operation that no connector offers, or that several connectors offer.',
    action: phrase`Correct the name in the ${{ noun: 'workflow' }}, write “connector.operation” if several connectors offer it, or configure the connector.`,
  },
  unknown_variable: {
    meaning: 'The workflow does not declare this variable.',
    action: phrase`Use the names that the ${{ noun: 'workflow' }} declares. ${{ operation: 'definitions.get' }} shows them.`,
  },
  unknown_frame: {
    meaning: 'The named part of the run does not exist, or no longer exists.',
    action: phrase`Read the current state of the ${{ noun: 'run' }} with ${{ operation: 'runs.get' }}: it has changed.`,
  },
  payload_too_large: {
    meaning: 'A value exceeds the size limit for one value of a run.',
    action: 'Send less data, or a link to it.',
    status: 413,
  },
  input_too_large: {
    meaning: 'The input exceeds the limit for messages between Signalbox processes (16 MiB).',
    action: 'Send less data at once.',
    status: 413,
  },
  journal_too_large: {
    meaning: 'The journal of the run does not fit into one document, so it cannot be exported.',
    action: 'Stop all processes that use the data folder, then copy the folder instead.',
  },
  import_refused: {
    meaning:
      'The exported run cannot be imported: the document is incomplete, or its events cannot be replayed.',
    action: phrase`Export the ${{ noun: 'run' }} again, and send the document unchanged.`,
  },
  simulation_refused: {
    meaning:
      'The workflow cannot be simulated with this script: the script names something that does not exist.',
    action: 'Correct what is listed, and simulate again.',
  },
  bad_configuration: {
    meaning:
      'Signalbox cannot start with this configuration: a connector file, a key or an address is invalid.',
    action: 'Correct what “violations” lists, and start again.',
  },
  bad_settings: {
    meaning: 'A setting has an invalid value.',
    action: 'Correct the setting. “signalbox config” shows the effective settings.',
  },
  bad_certificate: {
    meaning: 'A server certificate, its key or a CA file cannot be read, or they do not match each other.',
    action: 'Correct the files that the message names, and start again.',
  },
  insecure_server: {
    meaning:
      'The server would be reachable from other machines without credentials, or without TLS and without a declared proxy.',
    action: 'Configure everything that the message lists, and start again.',
  },
  delegate_not_allowed: {
    meaning: 'The work item cannot be delegated to this principal, because they may not answer it.',
    action: 'Delegate it to a principal that “who” of the work item names.',
  },
  ambiguous_run: {
    meaning: 'The id prefix matches several runs.',
    action: 'Type more of the id.',
  },
  ambiguous_item: {
    meaning: 'The run has several open work items, and the command does not say which one to answer.',
    action: 'Name the work item. “signalbox items” lists them.',
  },
  ambiguous_workflow: {
    meaning: 'The file contains several workflows, and the command does not say which one to use.',
    action: 'Choose one with --workflow NAME.',
  },
  unknown_toolset: {
    meaning: 'The toolset does not exist.',
    action: 'Choose a toolset that the message lists.',
  },
  task_capability_required: {
    meaning: 'The tool returns a task, and the client did not declare that it supports tasks.',
    action: phrase`Call it from a client that supports tasks, or use ${{ operation: 'runs.start' }}, which never requires them.`,
    spelled: 'TASK_CAPABILITY_REQUIRED',
  },
} as const satisfies ErrorEntries;
