/** A random flow whose calls are requests to a server; the original predicts what they do. */
import type { FlowDocument } from './flow-document.ts';

/**
 * Results of requests are in their bodies.
 * @param base address of the server, without a slash at the end
 */
export function overHttp(flow: FlowDocument, base: string): object {
  return JSON.parse(JSON.stringify(flow), (key, value: unknown) => {
    if (typeof value === 'string') return inBody(value);
    if (!isCall(value)) return value;
    const { call, args, items, ...more } = value;
    const url = `${base}/${flow.workflow_id}/${call}`;
    // After a crash, a PUT whose outcome is unknown is repeated.
    const request = { ...more, call: 'http', args: { method: 'PUT', url, body: args } };
    if (key !== 'choices_from') return request;
    return { ...request, items: items === undefined ? 'body' : `body.${items}` };
  }) as object;
}

interface CallDocument {
  readonly call: string;
  readonly args: object;
  readonly items?: string;
}

const isCall = (value: unknown): value is CallDocument =>
  typeof value === 'object' && value !== null && 'call' in value && 'args' in value;

/** The result of an operation that was skipped is null. */
const inBody = (text: string): string =>
  text
    .replaceAll(/(\$\{operations\["[^"]*"\])\}/g, '$1?.body}')
    .replaceAll(/(\$\{(?:operations\["[^"]*"\]|result))\./g, '$1.body.');
