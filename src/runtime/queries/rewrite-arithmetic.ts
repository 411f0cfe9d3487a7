/**
 * Rewrites decimal arithmetic so that it is exact: fontoxpath uses floating point, and returns 0.30000000000000004
 * for 0.1 + 0.2 and infinity for 1 div 0, which is an error in XQuery.
 */
import fontoxpath from 'fontoxpath';
import type { Element } from 'slimdom';
import { buildExpression } from './build-expression.ts';
import { computeDecimal, type DecimalOperator } from './compute-decimal.ts';
import { partsOf } from './parse-query.ts';
import { attributeOf, childOf, functions, ownNamespace } from './resolve-functions.ts';

const operators: Readonly<Record<string, DecimalOperator>> = {
  addOp: '+',
  subtractOp: '-',
  multiplyOp: '*',
  divOp: 'div',
  modOp: 'mod',
};

fontoxpath.registerCustomXPathFunction(
  { namespaceURI: ownNamespace, localName: 'decimal' },
  ['xs:string', 'xs:decimal', 'xs:decimal'],
  'xs:decimal',
  (_, operator, a, b) => computeDecimal(operator as DecimalOperator, Number(a), Number(b)),
);

fontoxpath.registerCustomXPathFunction(
  { namespaceURI: ownNamespace, localName: 'sum' },
  ['xs:decimal*'],
  'xs:decimal',
  (_, items) => [...(items as readonly number[])].reduce((sum, item) => computeDecimal('+', sum, item), 0),
);

export function rewriteArithmetic(root: Element): void {
  for (const call of root.getElementsByTagNameNS('*', 'functionCallExpr')) {
    const [items] = partsOf(childOf(call, 'arguments') ?? call);
    if (items === undefined || partsOf(childOf(call, 'arguments') ?? call).length > 1) continue;
    if (isCallOf(call, ['sum'])) replace(call, buildExpression(summing('sum', '$sum'), { items }));
    if (isCallOf(call, ['avg'])) replace(call, buildExpression(summing('avg', average), { items }));
  }
  for (const [name, operator] of Object.entries(operators)) {
    for (const operation of root.getElementsByTagNameNS('*', name)) {
      const [a] = partsOf(childOf(operation, 'firstOperand') ?? operation);
      const [b] = partsOf(childOf(operation, 'secondOperand') ?? operation);
      if (a === undefined || b === undefined || isRight(operator, a, b)) continue;
      replace(operation, buildExpression(formOf(operator), { a, b }));
    }
  }
}

/** The new element may contain parts of the old one. */
function replace(old: Element, made: Element): void {
  old.parentNode?.replaceChild(made, old);
}

const average = `Q{${ownNamespace}}decimal('div', $sum, Q{${functions}}count($all))`;

/** Of decimal numbers that are not all integers; others stay unchanged. */
const summing = (name: string, result: string): string => `
  let $all := Q{${functions}}data($items) return
  if ((every $each in $all satisfies $each instance of xs:decimal) and
    (some $each in $all satisfies Q{${functions}}not($each instance of xs:integer)))
  then (let $sum := Q{${ownNamespace}}sum($all) return ${result})
  else Q{${functions}}${name}($all)`;

function formOf(operator: DecimalOperator): string {
  const plain = `$x ${operator} $y`;
  const divides = operator === 'div' || operator === 'mod';
  const byZero = `if ($y = 0) then Q{${functions}}error(Q{${functions}}QName('', 'FOAR0001'), 'Division by zero.') else`;
  const whole = `if ($x instance of xs:integer and $y instance of xs:integer) then ${plain} else`;
  return `
    let $x := Q{${functions}}data($a), $y := Q{${functions}}data($b) return
    if ($x instance of xs:decimal and $y instance of xs:decimal) then
      ${divides ? byZero : ''}
      ${operator === 'div' ? '' : whole}
      Q{${ownNamespace}}decimal('${operator}', $x, $y)
    else ${plain}`;
}

/** Whether the unchanged operation is correct: with floating point, or with integers. */
function isRight(operator: DecimalOperator, a: Element, b: Element): boolean {
  if (isFloating(a) || isFloating(b)) return true;
  if (operator === 'div' || operator === 'mod') return false;
  return isWhole(a) && isWhole(b);
}

/** Data is untyped, and is treated as floating point. */
function isFloating(operand: Element): boolean {
  if (operand.localName === 'doubleConstantExpr') return true;
  if (operand.localName === 'pathExpr') {
    const last = partsOf(operand).at(-1);
    return last !== undefined && childOf(last, 'xpathAxis') !== undefined;
  }
  return isCallOf(operand, ['number']);
}

const isWhole = (operand: Element): boolean =>
  operand.localName === 'integerConstantExpr' ||
  isCallOf(operand, ['count', 'position', 'last', 'string-length']);

function isCallOf(operand: Element, names: readonly string[]): boolean {
  const name = operand.localName === 'functionCallExpr' ? childOf(operand, 'functionName') : undefined;
  return (
    name !== undefined && attributeOf(name, 'URI') === functions && names.includes(name.textContent ?? '')
  );
}
