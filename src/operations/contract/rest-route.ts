/**
 * The route of an operation under `/v1`, as data [W4.1]. A name in braces is a field of the operation's input; GET and
 * DELETE take the other fields from the query, POST and PUT from the body.
 */
import type { Values } from '../../languages/index.ts';

export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/v1/runs/{run}/history`; `{path*}` at the end also contains slashes. */
  readonly path: `/v1/${string}`;
  /** The tag that it is documented under. */
  readonly tag: RestTag;
  /** Status of its answer. Default: 200. */
  readonly status?: 200 | 201 | 'as-created';
  /** Address of the created resource. A name in braces is a field of the answer. */
  readonly location?: `/v1/${string}`;
  /** Paging of a list: the field of the answer with the cursor, and the field of the input that takes it. */
  readonly pagination?: { readonly answerField: string; readonly inputField: string };
  /** The revision of a document is its ETag; changes may have preconditions. */
  readonly isRevised?: true;
  /** Its answer is a text with its media type, and is sent as such. */
  readonly text?: RestText;
  /** An invalid document has a link to the syntax of its language. */
  readonly linksSyntax?: true;
  /** Its pages are one document, which is answered as a whole. */
  readonly pages?: RestPages;
}

/** Fields of the answer. */
interface RestText {
  readonly textField: string;
  readonly typeField: string;
  readonly types: readonly string[];
}

export interface RestPages {
  readonly type: 'application/xml';
  /** The field of a page that contains a piece; and those with the cursor of the next page. */
  readonly textField: string;
  readonly answerField: string;
  readonly inputField: string;
}

export const restTags = {
  workflows: 'Workflows, the documents that define them, and the languages of these.',
  runs: 'Runs of workflows: start, watch, control, inspect.',
  cases: 'The same for external agents, in their terms: a case is a run, a specification a workflow.',
  items: 'Work items: what runs ask of people.',
  catalogs: 'Catalogs: imported APIs, and their commands.',
  webhooks: 'Webhooks: subscriptions, and failed deliveries.',
  changes: 'Changes, for clients that follow them.',
  service: 'Status of the service, and operator tasks.',
} as const;

export type RestTag = keyof typeof restTags;

export const byCursor = { answerField: 'nextCursor', inputField: 'cursor' } as const;
/** The feed has no last page. */
export const byAfterCursor = { answerField: 'cursor', inputField: 'after' } as const;

/** Whether fields that are not in the path are in the body; otherwise in the query. */
export const hasBody = ({ method }: Pick<RestRoute, 'method'>): boolean =>
  method === 'POST' || method === 'PUT';

/** The names in braces. */
export const namesInPath = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);

/** Replaces the names in braces: `/v1/keys/{key.id}`. */
export function fillPath(path: string, values: Values): string {
  return path.replaceAll(/\{([\w.]+)(\*?)\}/g, (_, name: string, isRest: string) => {
    const text = String(
      name.split('.').reduce<unknown>((value, part) => Reflect.get(Object(value), part), values),
    );
    return isRest === '' ? encodeURIComponent(text) : text.split('/').map(encodeURIComponent).join('/');
  });
}
