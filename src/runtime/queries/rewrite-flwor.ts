/**
 * Rewrites “for … order by … return” so that fontoxpath returns what XQuery defines. fontoxpath sorts by one key
 * only, sorts non-numeric texts before numeric ones, reverses equal items in descending order, counts wrongly before
 * it sorts, and sorts the inside of a “return” together with the outside.
 */
import type { Element } from 'slimdom';
import { buildExpression } from './build-expression.ts';
import { partsOf } from './parse-query.ts';
import { childOf, functions } from './resolve-functions.ts';

export function rewriteFlwor(root: Element): void {
  for (const flwor of root.getElementsByTagNameNS('*', 'flworExpr')) {
    const clauses = partsOf(flwor);
    const last = clauses.at(-1);
    const [returned] = last === undefined ? [] : partsOf(last);
    if (returned !== undefined) wrapReturned(returned);
    if (!clauses.some(({ localName }) => localName === 'orderByClause')) continue;
    for (const clause of clauses) {
      if (clause.localName === 'forClause') replaceClause(clause, partsOf(clause).flatMap(bindPositions));
      if (clause.localName === 'orderByClause') {
        const specs = partsOf(clause).filter(({ localName }) => localName === 'orderBySpec');
        // Sorting is stable: the most significant key comes last.
        replaceClause(clause, specs.reverse().flatMap(sortBy));
      }
    }
  }
}

/** The returned items are a separate list. */
function wrapReturned(returned: Element): void {
  const around = returned.parentNode;
  if (around === null || returned.getElementsByTagNameNS('*', 'orderByClause').length === 0) return;
  returned.remove();
  around.appendChild(buildExpression('($inner, ())', { inner: returned }));
}

function replaceClause(clause: Element, clauses: readonly Element[]): void {
  for (const each of clauses) clause.parentNode?.insertBefore(each, clause);
  clause.remove();
}

const counting = `let $all := $source for $i in 1 to Q{${functions}}count($all) let $x := $all[$position] return 0`;

/** `for $x at $i in E` as `let $all := E for $i in 1 to count($all) let $x := $all[$i]`. */
function bindPositions(item: Element): readonly Element[] {
  const name = item.getElementsByTagNameNS('*', 'varName')[0];
  const position = childOf(item, 'positionalVariableBinding');
  const [source] = partsOf(childOf(item, 'forExpr') ?? item);
  if (name === undefined || source === undefined) throw new Error('This is not a “for”.');
  if (position === undefined) {
    const clause = partsOf(buildExpression('for $x in 0 return 0'))[0];
    clause?.replaceChildren(item);
    return clause === undefined ? [] : [clause];
  }
  const made = buildExpression(counting, { source, position: referenceTo(position) });
  const [lets, fors, items] = partsOf(made);
  if (lets === undefined || fors === undefined || items === undefined) return [];
  copyVariableName(fors.getElementsByTagNameNS('*', 'varName')[0], position);
  copyVariableName(items.getElementsByTagNameNS('*', 'varName')[0], name);
  return [lets, fors, items];
}

function referenceTo(name: Element): Element {
  const reference = buildExpression('$x');
  copyVariableName(childOf(reference, 'name'), name);
  return reference;
}

function copyVariableName(name: Element | undefined, other: Element): void {
  if (name === undefined) return;
  name.textContent = other.textContent;
  for (const { namespaceURI, name: attribute, value } of other.attributes) {
    name.setAttributeNS(namespaceURI, attribute, value);
  }
}

/** A text with a leading letter is never treated as a number. */
const key = `Q{${functions}}data($key) ! (if (. instance of xs:string or . instance of xs:untypedAtomic)
  then Q{${functions}}concat('s', .) else .)`;

function sortBy(spec: Element): readonly Element[] {
  const place = childOf(spec, 'orderByExpr');
  const [expression] = place === undefined ? [] : partsOf(place);
  if (place === undefined || expression === undefined) throw new Error('This is not an “order by”.');
  expression.remove();
  place.appendChild(buildExpression(key, { key: expression }));
  const clauseOf = (text: string): Element[] => partsOf(buildExpression(text)).slice(1, 2);
  const [clause] = clauseOf('for $x in 0 order by 0 return 0');
  clause?.replaceChildren(spec);
  const made = clause === undefined ? [] : [clause];
  const isDescending = spec.getElementsByTagNameNS('*', 'orderingKind')[0]?.textContent === 'descending';
  // A descending sort reverses equal items, so they are reversed beforehand.
  return isDescending ? [...clauseOf('for $x in 0 order by 0 descending return 0'), ...made] : made;
}
