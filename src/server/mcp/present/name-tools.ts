/**
 * Replaces names of operations in texts by the names of tools, which callers of tools know. An operation without a
 * tool is named by its command.
 */
import { registry } from '../../../operations/index.ts';
import type { ToolTerms } from '../contract/tool.ts';

export const toolByOperation: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(
      registry.names.flatMap((name) => {
        const { tool } = registry.get(name);
        return tool === undefined ? [] : [[name, tool.name]];
      }),
    ),
    'definitions.list': 'workflow_list',
    'definitions.get': 'workflow_get',
    'definitions.validate': 'workflow_validate',
    'definitions.save': 'workflow_save',
    'languages.list': 'workflow_get',
    'languages.get': 'workflow_get',
    'workflows.simulate': 'workflow_run',
    'runs.start': 'workflow_run',
    'specifications.upload': 'specifications_upload',
    'cases.submit': 'cases_submit',
    'cases.status': 'cases_status',
    'runs.get': 'cases_status',
    'runs.cancel': 'cases_cancel',
    'runs.history': 'run_history',
    'runs.fork': 'run_fork',
    'runs.list': 'signalbox runs',
    'runs.reopen': 'signalbox reopen',
    'runs.export': 'signalbox export',
    'items.list': 'workitems_list',
    'items.get': 'workitems_list',
    'items.hold': 'workitems_checkout',
    'items.complete': 'workitems_complete',
    'items.skip': 'workitems_skip',
    'items.force': 'workitems_force_complete',
    'subscriptions.create': 'cases_subscribe',
    'subscriptions.renew': 'cases_subscribe',
    'subscriptions.delete': 'cases_unsubscribe',
    'subscriptions.list': 'signalbox webhook list',
    'deliveries.list': 'signalbox webhook deliveries',
    'keys.list': 'signalbox key list',
  }),
);

/** Operations that have another tool in the terms of cases. */
const caseToolByOperation: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'definitions.list': 'specifications_list',
    'definitions.get': 'specifications_describe',
    'workflows.simulate': 'cases_submit',
    'runs.start': 'cases_submit',
  }),
);

/** Fields that have another name in tools. */
const fields: ReadonlyMap<string, string> = new Map([['nextCursor', 'next_cursor']]);

/** The tool that performs an operation; any other text is returned unchanged. */
export function nameTool(operation: string, terms: ToolTerms = 'runs'): string {
  const own = terms === 'cases' ? caseToolByOperation.get(operation) : undefined;
  return own ?? toolByOperation.get(operation) ?? operation;
}

/** Only quoted text is a name. */
export function nameTools(text: string, terms: ToolTerms = 'runs'): string {
  return text.replaceAll(
    /“([\w.]+)”/g,
    (_, name: string) => `“${fields.get(name) ?? nameTool(name, terms)}”`,
  );
}

/** Replaces “run” by “case” and “workflow” by “specification”. Quoted text is a name and stays. */
export function toCaseTerms(text: string): string {
  return text
    .split(/(“[^”]*”)/)
    .map((part) =>
      part.startsWith('“')
        ? part
        : part.replaceAll(nouns, (_, ...[before, noun, plural]) => {
            return `${before}${noun === 'run' ? 'case' : 'specification'}${plural}`;
          }),
    )
    .join('');
}

/** Only the nouns, not the verb “run”. */
const nouns = /\b((?:an?|the|this|no|of|its|several) )(run|workflow)(s?)\b/gi;
