/** Errors of objects that do not exist or belong to another principal. Both look the same. */
import type { ErrorEntries } from './error-entry.ts';

export const notFoundErrors = {
  workflow_not_found: {
    meaning: 'No workflow has this name or id, or several have the name.',
    action: 'Find it with “definitions.list”.',
    // For a caller that runs a workflow, its name is part of the input.
    status: 400,
    problemStatus: 404,
    short: 'invalid_specification',
    number: -32_001,
  },
  definition_not_found: {
    meaning: 'No workflow document exists under this path.',
    action: 'Find its path with “definitions.list”.',
    number: -32_001,
  },
  revision_not_found: {
    meaning: 'The document exists, but has never had this revision.',
    action: 'List its revisions with “definitions.revisions”.',
    toolAction: 'Omit the revision: “workflow_get” returns the current document.',
  },
  language_not_found: {
    meaning: 'No language of workflow documents has this id.',
    action: 'Use an id that the message lists.',
  },
  run_not_found: {
    meaning: 'No run has this id, or the run was purged.',
    action: 'Find it with “runs.list”. Runs that ended long ago may have been purged.',
    toolAction:
      'Use the run_id that “workflow_run” or a w_… tool returned; the list of resources has all runs as run://…. Runs that ended long ago may have been purged.',
    caseAction:
      'Use the case_id that “cases_submit” returned, or the run_id of “workflow_run” or a w_… tool. Cases that ended long ago may have been removed. With several replicas, only the one that received the case has it.',
    short: 'case_not_found',
  },
  event_not_found: {
    meaning: 'The run has no event of this number, or has not reached this step.',
    action: 'Choose an event or a step that “runs.history” shows.',
  },
  work_item_not_found: {
    meaning: 'No work item has this id, or you may not see it.',
    action: 'List the open ones with “items.list”.',
    number: -32_003,
  },
  key_not_found: {
    meaning: 'No API key has this name or id.',
    action: 'List the keys with “keys.list”.',
  },
  subscription_not_found: {
    meaning: 'No subscription has this id: it has expired, was removed, or belongs to another principal.',
    action: 'List yours with “subscriptions.list”, or subscribe again.',
    toolAction: 'Subscribe again with “cases_subscribe”.',
  },
  delivery_not_found: {
    meaning: 'No waiting or given-up delivery has this id. Completed deliveries are not stored.',
    action: 'List them with “deliveries.list”.',
  },
  operation_not_found: {
    meaning: 'The operation does not exist.',
    action: 'Call an operation that the message names.',
    number: -32_601,
  },
  unknown_tool: {
    meaning: 'The tool does not exist, or you may not use it.',
    action: 'Read /.well-known/mcp.json for the available tools.',
    number: -32_601,
  },
  not_found: {
    meaning: 'Nothing exists at this address.',
    action: 'Request one of the addresses that the message lists.',
  },
} as const satisfies ErrorEntries;
