/** Lists every method of every path of a document, in the order of the text. */
import type { Json } from '../../expression/index.ts';
import { followReference } from './follow-reference.ts';
import { asObject, entriesOf, type JsonObject, ownField } from './own-field.ts';

export interface Endpoint {
  readonly path: string;
  readonly method: string;
  /** The path item, which applies to all of its methods. */
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function listEndpoints(document: Json): readonly Endpoint[] {
  const endpoints: Endpoint[] = [];
  for (const [path, reference] of entriesOf(ownField(document, 'paths'))) {
    const item = asObject(followReference(document, reference));
    if (item === undefined || path.startsWith('x-')) continue;
    for (const [method, value] of entriesOf(item)) {
      const operation = asObject(value);
      if (operation !== undefined && methods.includes(method)) {
        endpoints.push({ path, method, item, operation });
      }
    }
  }
  return endpoints;
}
