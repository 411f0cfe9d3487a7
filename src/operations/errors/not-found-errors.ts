/** Errors of objects that do not exist or belong to another principal. Both look the same. */
import { phrase } from '../../languages/index.ts';
import type { ErrorEntries } from './error-entry.ts';

export const notFoundErrors = {
  workflow_not_found: {
    meaning: 'No workflow has this name or id, or several have the name.',
    action: phrase`Find it with ${{ operation: 'definitions.list' }}.`,
    // For a caller that runs a workflow, its name is part of the input.
    status: 400,
    problemStatus: 404,
    short: 'invalid_specification',
    number: -32_001,
  },
  definition_not_found: {
    meaning: 'No workflow document exists under this path.',
    action: phrase`Find its path with ${{ operation: 'definitions.list' }}.`,
    number: -32_001,
  },
  revision_not_found: {
    meaning: 'The document exists, but has never had this revision.',
    action: phrase`List its revisions with ${{ operation: 'definitions.revisions' }}; ${{ operation: 'definitions.get' }} shows the current document.`,
  },
  language_not_found: {
    meaning: 'No language of workflow documents has this id.',
    action: 'Use an id that the message lists.',
  },
  catalog_not_found: {
    meaning: 'No catalog has this id, title or vendor.',
    action: phrase`List them with ${{ operation: 'catalogs.list' }}.`,
  },
  command_not_found: {
    meaning: 'No command has this name, or its catalog is disabled.',
    action: phrase`Find it with ${{ operation: 'commands.search' }}.`,
  },
  run_not_found: {
    meaning: 'No run has this id, or the run was purged.',
    action: phrase`Use the id that ${{ operation: 'runs.start' }} returned, or find it with ${{ operation: 'runs.list' }}. What ended long ago may have been purged.`,
    short: 'case_not_found',
  },
  event_not_found: {
    meaning: 'The run has no event of this number, or has not reached this step.',
    action: phrase`Choose an event or a step that ${{ operation: 'runs.history' }} shows.`,
  },
  work_item_not_found: {
    meaning: 'No work item has this id, or you may not see it.',
    action: phrase`List the open ones with ${{ operation: 'items.list' }}.`,
    number: -32_003,
  },
  key_not_found: {
    meaning: 'No API key has this name or id.',
    action: phrase`List the keys with ${{ operation: 'keys.list' }}.`,
  },
  secret_not_found: {
    meaning: 'The operator lists no secret with this name for your tenant.',
    action: 'Ask the operator to list it under “secrets” in connectors.yaml.',
  },
  subscription_not_found: {
    meaning: 'No subscription has this id: it has expired, was removed, or belongs to another principal.',
    action: phrase`Subscribe again with ${{ operation: 'subscriptions.create' }}, or list yours with ${{ operation: 'subscriptions.list' }}.`,
  },
  delivery_not_found: {
    meaning: 'No waiting or given-up delivery has this id. Completed deliveries are not stored.',
    action: phrase`List them with ${{ operation: 'deliveries.list' }}.`,
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
