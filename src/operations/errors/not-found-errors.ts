/** What is not there, or is somebody else's: the two look the same. */
import type { ErrorEntries } from './error-entry.ts';

export const notFoundErrors = {
  workflow_not_found: {
    meaning: 'There is no workflow of this name or id, or several have the name.',
    action: 'Look for it with “definitions.list”.',
    // A workflow is part of the input of whoever wants to run it.
    status: 400,
    problemStatus: 404,
    short: 'invalid_specification',
    number: -32_001,
  },
  definition_not_found: {
    meaning: 'There is no document of workflows under this path.',
    action: 'Look for its path with “definitions.list”.',
    number: -32_001,
  },
  revision_not_found: {
    meaning: 'The document is there, but has never had this revision.',
    action: 'List its revisions with “definitions.revisions”.',
    toolAction: 'Leave the revision out: “workflow_get” gives the document as it is now.',
  },
  run_not_found: {
    meaning: 'There is no run of this id, or it was purged.',
    action: 'Look for it with “runs.list”. Runs that ended long ago may have been purged.',
    toolAction:
      'Use the run_id that “workflow_run” or a w_… tool gave; those that there are stand in the list of resources, as run://…. Runs that ended long ago may have been purged.',
    caseAction:
      'Use the case_id that “cases_submit” gave, or the run_id of “workflow_run” or a w_… tool. Cases that ended long ago may have been removed; of several replicas only the one that it was sent to knows it.',
    short: 'case_not_found',
  },
  event_not_found: {
    meaning: 'The run has no event of this number, or has not come to this step.',
    action: 'Choose an event, or a step, that “runs.history” shows.',
  },
  work_item_not_found: {
    meaning: 'There is no work item of this id, or it is not for you to see.',
    action: 'List the open ones with “items.list”.',
    number: -32_003,
  },
  step_not_found: {
    meaning: 'The guide has no step of this id.',
    action: 'Use the id of a step as “guides.next” gave it.',
    number: -32_003,
  },
  key_not_found: {
    meaning: 'There is no API key of this id.',
    action: 'List them with “keys.list”.',
  },
  subscription_not_found: {
    meaning: 'There is no subscription of this id: it has ended, was removed, or is somebody else’s.',
    action: 'List yours with “subscriptions.list”, or subscribe anew.',
    toolAction: 'Subscribe anew with “cases_subscribe”.',
  },
  delivery_not_found: {
    meaning: 'There is no delivery of this id that waits or was given up. What was delivered is not kept.',
    action: 'List them with “deliveries.list”.',
  },
  operation_not_found: {
    meaning: 'There is no operation of this name.',
    action: 'Call one that the message names.',
    number: -32_601,
  },
  unknown_tool: {
    meaning: 'There is no tool of this name, or it is not for you to use.',
    action: 'Look at /.well-known/mcp.json for what there is.',
    number: -32_601,
  },
  not_found: {
    meaning: 'There is nothing at this address.',
    action: 'Ask for one of the addresses that the message lists.',
  },
} as const satisfies ErrorEntries;
