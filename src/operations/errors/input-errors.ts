/** What callers say that does not fit: inputs, documents, settings. */
import type { ErrorEntries } from './error-entry.ts';

export const inputErrors = {
  invalid_input: {
    meaning:
      'The input does not fit what the operation takes: a field is missing, unknown, of another type, or out of bounds.',
    action: 'Correct what is said, and call again.',
    number: -32_602,
  },
  invalid_parameters: {
    meaning: 'The parameters do not fit what the workflow declares.',
    action: 'Correct what “violations” lists; “definitions.get” shows what the workflow takes.',
    number: -32_602,
  },
  missing_parameter: {
    meaning: 'A parameter that the workflow requires was not given.',
    action: 'Give every parameter that is required; “definitions.get” shows which ones are.',
    number: -32_602,
  },
  invalid_specification: {
    meaning: 'A case was to be submitted to a specification that there is not, or several have its name.',
    action: 'Look for it with “definitions.list”: any workflow is a specification.',
    number: -32_001,
  },
  invalid_definition: {
    meaning: 'A document of workflows has mistakes, so it is neither saved nor run.',
    action:
      'Correct what “violations” lists, by line and column; “definitions.validate” checks without saving.',
    short: 'invalid_specification',
    number: -32_002,
    spelled: 'WORKFLOW_VALIDATION_FAILED',
  },
  language_mismatch: {
    meaning: 'A document is written in another language than the one that was named with it.',
    action: 'Leave “language” out: it is recognised by the keys of the document.',
  },
  definition_too_large: {
    meaning: 'A document of workflows has more bytes than one may have.',
    action: 'Spread its workflows over several documents.',
    status: 413,
  },
  bad_path: {
    meaning:
      'A path is not one under which a document can be kept: it leads out of the folder, or has a bad ending.',
    action: 'Choose a path such as “trips/summer.yaml”.',
    number: -32_007,
  },
  invalid_callback: {
    meaning:
      'The address that deliveries should go to cannot be called back: of another form, not public, or without https.',
    action:
      'Give a public address that begins with “https://”; or have the operator allow the host with SIGNALBOX_WEBHOOK_ALLOW.',
  },
  bad_cursor: {
    meaning: 'A cursor is none that this list gave, or belongs to other filters.',
    action: 'Send the cursor of the answer before, with the same filters; or leave it out to begin anew.',
  },
  answer_refused: {
    meaning: 'The answer to a work item does not fit what it asks for.',
    action: 'Correct what is said; “items.get” shows what is asked for.',
  },
  invalid_criteria: {
    meaning: 'What a step of a guide demands of its output cannot be used: a rule of it has a mistake.',
    action: 'Correct what “violations” lists in the document of the guide.',
  },
  context_too_large: {
    meaning: 'The context that was sent with a guide has more bytes than it may have.',
    action: 'Send only what conditions, loops and texts of the guide ask for.',
    status: 413,
    number: -32_602,
  },
  unknown_operation: {
    meaning: 'A workflow calls an operation that no connector offers, or that several offer.',
    action:
      'Correct the name in the workflow, write “connector.operation” where two offer it, or configure the connector.',
  },
  unknown_variable: {
    meaning: 'A name is used that the workflow does not declare.',
    action: 'Use the names that the workflow declares; “definitions.get” shows them.',
  },
  unknown_frame: {
    meaning: 'A part of the run is named that is not, or is no longer, there.',
    action: 'Look at the run as it is now, with “runs.get”: it has moved on.',
  },
  payload_too_large: {
    meaning: 'A value is bigger than what a run may hold in one place.',
    action: 'Send less, or a link to where it is kept.',
    status: 413,
  },
  input_too_large: {
    meaning: 'An input is bigger than what passes between two processes of Signalbox (16 MiB).',
    action: 'Send less at once.',
    status: 413,
  },
  journal_too_large: {
    meaning: 'The journal of a run does not fit into one document, so it is not exported.',
    action: 'Copy the data folder instead, while nothing runs in it.',
  },
  import_refused: {
    meaning: 'A document of a run cannot be imported: it is not whole, or cannot be played as it says.',
    action: 'Export the run again, and send the document as it is.',
  },
  simulation_refused: {
    meaning: 'A workflow cannot be played with the script that was given: it names what is not there.',
    action: 'Correct what is listed, and play it again.',
  },
  bad_configuration: {
    meaning:
      'Signalbox cannot start with its configuration: a file of connectors, a key or an address is wrong.',
    action: 'Correct what “violations” lists, and start again.',
  },
  bad_settings: {
    meaning: 'A setting has a value that it cannot have.',
    action: 'Correct it; “signalbox config” shows what is in force.',
  },
  bad_certificate: {
    meaning:
      'A certificate of the server, its key or an authority cannot be read, or they do not fit one another.',
    action: 'Correct the files that the message names, and start again.',
  },
  insecure_server: {
    meaning:
      'The server would let in everybody, or be overheard: it is to serve others than this machine, and has no credentials, or neither TLS nor a declared proxy.',
    action: 'Give it everything that the message lists, and start again.',
  },
  delegate_not_allowed: {
    meaning: 'A work item was to be handed to somebody who could not answer it.',
    action: 'Hand it to somebody whom “who” of the work item names.',
  },
  ambiguous_run: {
    meaning: 'The beginning of an id fits several runs.',
    action: 'Write more of the id.',
  },
  ambiguous_item: {
    meaning: 'A run asks several things at once, and it was not said which one is answered.',
    action: 'Say which; “signalbox items” lists them.',
  },
  ambiguous_workflow: {
    meaning: 'A file holds several workflows, and it was not said which one is meant.',
    action: 'Say which one with --workflow NAME.',
  },
  unknown_toolset: {
    meaning: 'A set of tools was chosen that there is not.',
    action: 'Choose one that the message lists.',
  },
  wrong_tool: {
    meaning: 'A tool was called for something that it is not about.',
    action: 'Call the tool that the message names.',
  },
  task_capability_required: {
    meaning: 'A tool gives a task, and the client did not say that it knows tasks.',
    action: 'Call it from a client that knows tasks, or use “runs.start”, which never demands them.',
    spelled: 'TASK_CAPABILITY_REQUIRED',
  },
} as const satisfies ErrorEntries;
