/**
 * Finds the parts of a document that a query may read: one or two names from its root. The other parts can be left
 * out without a change of the result. An expression that is not known to go only downwards may read anything.
 */
import type { Element } from 'slimdom';
import { partsOf } from './parse-query.ts';
import { attributeOf, childOf, functions } from './resolve-functions.ts';

/** The context of an expression: the document, or something inside of a found path. */
type Focus = 'document' | 'inside';

type Path = readonly string[];

/** Thrown if the expression may read anything. */
const anything = Symbol('anything');

/** @param root of a tree with resolved functions */
export function findPaths(root: Element): readonly Path[] | null {
  const found: Path[] = [];
  try {
    walk(root, 'document', found);
  } catch (error) {
    if (error !== anything) throw error;
    return null;
  }
  return withoutCovered(found);
}

/** A path of one name covers everything below it. */
function withoutCovered(found: readonly Path[]): readonly Path[] {
  const whole = new Set(found.filter(({ length }) => length === 1).map(([first]) => first));
  const kept = new Map<string, Path>();
  for (const path of found) {
    if (path.length === 1 || !whole.has(path[0])) kept.set(path.join('/'), path);
  }
  return [...kept.values()];
}

function walk(element: Element, focus: Focus, found: Path[]): void {
  switch (element.localName) {
    case 'pathExpr':
      walkPath(element, focus, found);
      return;
    case 'contextItemExpr':
    case 'unaryLookup':
      if (focus === 'document') throw anything;
      break;
    case 'functionCallExpr':
    case 'namedFunctionRef':
    case 'arrowExpr':
      checkFunctions(element, focus);
      break;
    case 'simpleMapExpr': {
      const [first, ...rest] = partsOf(element);
      if (first !== undefined) walk(first, focus, found);
      for (const part of rest) walk(part, 'inside', found);
      return;
    }
    default:
      if (!harmless.has(element.localName)) throw anything;
  }
  for (const part of partsOf(element)) walk(part, focus, found);
}

function walkPath(path: Element, focus: Focus, found: Path[]): void {
  const [first, ...rest] = partsOf(path);
  if (first === undefined) throw anything;
  const isAbsolute = first.localName === 'rootExpr';
  const steps = isAbsolute ? rest : [first, ...rest];
  const [start, ...more] = steps;
  if (start === undefined) throw anything;
  const from: Focus = isAbsolute ? 'document' : focus;
  if (from === 'document' && childOf(start, 'xpathAxis') !== undefined) {
    const name = plainStepName(start);
    if (name === undefined) throw anything;
    const next = more[0] === undefined ? undefined : plainStepName(more[0]);
    const isWhole = next === undefined || hasConditions(start);
    found.push(isWhole ? [name] : [name, next]);
    for (const step of steps) walkStep(step, 'inside', found);
    return;
  }
  walkStep(start, from, found);
  for (const step of more) walkStep(step, 'inside', found);
}

/** @param focus the context of its expression, if it is not a step along an axis */
function walkStep(step: Element, focus: Focus, found: Path[]): void {
  for (const part of partsOf(step)) {
    if (part.localName === 'xpathAxis') {
      if (!downwards.has(part.textContent ?? '')) throw anything;
    } else if (part.localName === 'filterExpr') {
      for (const inner of partsOf(part)) walk(inner, focus, found);
    } else walk(part, 'inside', found);
  }
}

/** The single child name that a step selects. */
function plainStepName(step: Element): string | undefined {
  const test = childOf(step, 'nameTest');
  const isPlain =
    childOf(step, 'xpathAxis')?.textContent === 'child' &&
    test !== undefined &&
    (attributeOf(test, 'prefix') ?? '') === '' &&
    attributeOf(test, 'URI') === undefined;
  return isPlain ? (test.textContent ?? undefined) : undefined;
}

const hasConditions = (step: Element): boolean =>
  partsOf(step).some(({ localName }) => localName !== 'xpathAxis' && localName !== 'nameTest');

const downwards: ReadonlySet<string> = new Set([
  'child',
  'attribute',
  'self',
  'descendant',
  'descendant-or-self',
]);

/** Functions that may read outside of their arguments. */
const upwards: ReadonlySet<string> = new Set(['root', 'path', 'lang', 'id', 'idref', 'element-with-id']);

/** Functions without an argument that do not use the context item. */
const independent: ReadonlySet<string> = new Set([
  'true',
  'false',
  'position',
  'last',
  'current-dateTime',
  'current-date',
  'current-time',
  'implicit-timezone',
  'default-collation',
  'static-base-uri',
  'error',
]);

function checkFunctions(element: Element, focus: Focus): void {
  const parts = partsOf(element);
  parts.forEach((part, index) => {
    if (part.localName !== 'functionName' && part.localName !== 'EQName') return;
    if (attributeOf(part, 'URI') !== functions) return;
    const name = part.textContent ?? '';
    if (upwards.has(name)) throw anything;
    const next = parts[index + 1];
    const isBare =
      element.localName === 'namedFunctionRef'
        ? next?.textContent === '0'
        : element.localName === 'functionCallExpr' && next !== undefined && partsOf(next).length === 0;
    if (isBare && focus === 'document' && !independent.has(name)) throw anything;
  });
}

/** Nodes of the tree that read nothing themselves, and pass their context on. */
const harmless: ReadonlySet<string> = new Set(
  `module mainModule queryBody prolog versionDecl version encoding
  namespaceDecl defaultNamespaceDecl defaultNamespaceCategory prefix uri
  functionDecl functionName EQName arguments argumentPlaceholder paramList param functionBody inlineFunctionExpr
  dynamicFunctionInvocationExpr functionItem varDecl varName varValue varRef name annotation
  flworExpr forClause forClauseItem forExpr letClause letClauseItem letExpr whereClause returnClause
  typedVariableBinding positionalVariableBinding
  orderByClause orderBySpec orderByExpr orderModifier orderingKind emptyOrderingMode stable
  quantifiedExpr quantifier quantifiedExprInClause sourceExpr predicateExpr
  ifThenElseExpr ifClause thenClause elseClause
  switchExpr switchExprCaseClause switchCaseExpr switchExprDefaultClause resultExpr
  typeswitchExpr typeswitchExprCaseClause typeswitchExprDefaultClause variableBinding sequenceTypeUnion argExpr
  firstOperand secondOperand operand addOp subtractOp multiplyOp divOp idivOp modOp unaryPlusOp unaryMinusOp
  andOp orOp equalOp notEqualOp lessThanOp lessThanOrEqualOp greaterThanOp greaterThanOrEqualOp
  eqOp neOp ltOp leOp gtOp geOp isOp nodeBeforeOp nodeAfterOp unionOp intersectOp exceptOp stringConcatenateOp
  sequenceExpr rangeSequenceExpr startExpr endExpr predicate predicates lookup star NCName
  instanceOfExpr castExpr castableExpr sequenceType singleType optional occurrenceIndicator typeDeclaration
  voidSequenceType atomicType anyItemType anyKindTest textTest commentTest piTest piTarget documentTest elementTest
  elementName attributeTest attributeName anyElementTest QName nameTest Wildcard parenthesizedItemType
  anyFunctionTest typedFunctionTest anyMapTest typedMapTest anyArrayTest typedArrayTest
  integerConstantExpr decimalConstantExpr doubleConstantExpr stringConstantExpr value
  elementConstructor tagName tagNameExpr attributeList namespaceDeclaration attributeConstructor attributeValue
  attributeValueExpr elementContent computedElementConstructor computedAttributeConstructor
  computedTextConstructor computedCommentConstructor computedPIConstructor piTargetExpr piValueExpr contentExpr
  valueExpr CDataSection mapConstructor mapConstructorEntry mapKeyExpr mapValueExpr arrayConstructor squareArray
  curlyArray arrayElem`.split(/\s+/),
);
