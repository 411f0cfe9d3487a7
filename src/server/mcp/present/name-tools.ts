/**
 * Texts of operations speak of operations; whoever calls tools knows those. What no tool does is named by its
 * command.
 */
export const doers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'definitions.list': 'workflow_list',
    'definitions.get': 'workflow_get',
    'definitions.validate': 'workflow_validate_manifest',
    'definitions.save': 'workflow_save',
    'workflows.simulate': 'workflow_run',
    'runs.start': 'workflow_run',
    'cases.submit': 'cases_submit',
    'cases.status': 'cases_status',
    'runs.get': 'cases_status',
    'runs.cancel': 'cases_cancel',
    'runs.history': 'run_history',
    'runs.fork': 'run_fork',
    'runs.list': 'signalbox runs',
    'runs.resume': 'signalbox resume',
    'runs.reopen': 'signalbox reopen',
    'runs.export': 'signalbox export',
    'items.list': 'workitems_list',
    'items.get': 'workitems_list',
    'items.hold': 'workitems_checkout',
    'items.complete': 'workitems_complete',
    'items.release': 'workitems_release',
    'items.skip': 'workitems_skip',
    'subscriptions.create': 'cases_subscribe',
    'subscriptions.renew': 'cases_subscribe',
    'subscriptions.delete': 'cases_unsubscribe',
    'subscriptions.list': 'signalbox webhook list',
    'deliveries.list': 'signalbox webhook deliveries',
    'keys.list': 'signalbox key list',
  }),
);

/** Fields that have another name in tools. */
const fields: ReadonlyMap<string, string> = new Map([['nextCursor', 'next_cursor']]);

/** The tool that performs an operation; anything else is called as it is. */
export const nameTool = (operation: string): string => doers.get(operation) ?? operation;

/** Only what stands in quotation marks is meant as a name. */
export function nameTools(text: string): string {
  return text.replaceAll(/“([\w.]+)”/g, (_, name: string) => `“${fields.get(name) ?? nameTool(name)}”`);
}
