/** Transforms the tree of a query into the tree that fontoxpath computes. */
import fontoxpath from 'fontoxpath';
import type { Element } from 'slimdom';
import { buildExpression, hiddenName } from './build-expression.ts';
import { partsOf } from './parse-query.ts';
import { type FunctionName, functions, ownNamespace } from './resolve-functions.ts';
import { rewriteArithmetic } from './rewrite-arithmetic.ts';
import { rewriteFlwor } from './rewrite-flwor.ts';

const xqueryx = 'http://www.w3.org/2005/XQueryX';

/** Whether to compute the body. */
export const goVariable = hiddenName('go');

const timeFunctions: Readonly<Record<string, string>> = {
  'current-dateTime': 'xs:dateTime',
  'current-date': 'xs:date',
  'current-time': 'xs:time',
};

for (const [localName, type] of Object.entries(timeFunctions)) {
  fontoxpath.registerCustomXPathFunction(
    { namespaceURI: ownNamespace, localName },
    [],
    type,
    ({ currentContext }) => {
      return new Date(Number(currentContext));
    },
  );
}

/**
 * The time is the one that is passed to the query. The body becomes `if ($go) then (body) ! (if (. instance of
 * node()) then . else string(.)) else ()`: so it can be compiled without being computed, and values have the text
 * form of XQuery.
 */
export function prepareQuery(root: Element, names: readonly FunctionName[]): void {
  for (const { element, uri, name, arity } of names) {
    if (uri === functions && arity === 0 && Object.hasOwn(timeFunctions, name)) {
      element.setAttributeNS(xqueryx, 'xqx:URI', ownNamespace);
    }
  }
  rewriteArithmetic(root);
  rewriteFlwor(root);
  const body = root.getElementsByTagNameNS('*', 'queryBody')[0];
  const [expression] = body === undefined ? [] : partsOf(body);
  if (body === undefined || expression === undefined) return;
  expression.remove();
  body.appendChild(buildExpression(frame, { body: expression }));
}

const frame = `if ($go) then ($body) ! (if (. instance of node()) then . else Q{${functions}}string(.)) else ()`;
