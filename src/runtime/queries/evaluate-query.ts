/** Computes a query over a document and serializes its items. */
import { type Attr, type Document, type Node, parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import type { QueryItem } from '../../languages/query-engine.ts';
import { compileQuery, computeQuery } from './compile-query.ts';
import { explainDynamic, isExhausted } from './explain-dynamic.ts';
import type { QueryReply, QueryRequest } from './query-request.ts';

export function evaluateQuery(request: QueryRequest & { readonly kind: 'evaluate' }): QueryReply {
  const { verdict, expression } = compileQuery(request.query);
  if (verdict.kind === 'refused' || expression === null) {
    return { kind: 'failed', message: verdict.kind === 'refused' ? verdict.message : '' };
  }
  try {
    const items: QueryItem[] = [];
    let left = request.most;
    for (const value of computeQuery(expression, readDocument(request.document), request.at, true)) {
      for (const item of itemsOf(value)) {
        left -= item.text.length + itemChars;
        if (left < 0) return halted(`its result is longer than ${request.most} characters`);
        items.push(item);
      }
    }
    return { kind: 'items', items };
  } catch (error) {
    if (isExhausted(error)) return halted('its recursion is too deep, or it creates too long a text');
    return { kind: 'failed', message: explainDynamic(error) };
  }
}

/** Size of an item besides its text. */
const itemChars = 20;

const halted = (why: string): QueryReply => ({ kind: 'halted', message: `The query was aborted: ${why}.` });

let last: { readonly text: string; readonly document: Document } | undefined;

/** Successive queries often use the same data; none of them can change it. */
function readDocument(text: string): Document {
  if (last?.text !== text) last = { text, document: parseXmlDocument(text) };
  return last.document;
}

function itemsOf(value: unknown): readonly QueryItem[] {
  if (!isNode(value)) return [{ kind: 'atomic', text: String(value) }];
  switch (value.nodeType) {
    case 1:
      return [{ kind: 'element', text: serializeToWellFormedString(value) }];
    case 2:
      return [{ kind: 'attribute', text: (value as Attr).value }];
    case 3:
    case 4:
      return [{ kind: 'text', text: value.textContent ?? '' }];
    case 9:
      return value.childNodes.flatMap(itemsOf);
    default:
      return [];
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'nodeType' in value;
