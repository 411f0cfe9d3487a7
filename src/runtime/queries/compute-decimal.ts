/** Computes exactly with decimal numbers. */

export type DecimalOperator = '+' | '-' | '*' | 'div' | 'mod';

/** Number of digits of a quotient. */
const digits = 20;

/** @param b not zero for a division */
export function computeDecimal(operator: DecimalOperator, a: number, b: number): number {
  const left = parse(a);
  const right = parse(b);
  const scale = Math.max(left.scale, right.scale);
  const x = left.value * 10n ** BigInt(scale - left.scale);
  const y = right.value * 10n ** BigInt(scale - right.scale);
  switch (operator) {
    case '+':
      return write(x + y, scale);
    case '-':
      return write(x - y, scale);
    case '*':
      return write(left.value * right.value, left.scale + right.scale);
    case 'mod':
      return write(x % y, scale);
    case 'div':
      return write((x * 10n ** BigInt(digits)) / y, digits);
  }
}

interface Decimal {
  readonly value: bigint;
  /** Number of decimal places. */
  readonly scale: number;
}

function parse(number: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(number).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const value = BigInt(whole + fraction);
  return scale < 0 ? { value: value * 10n ** BigInt(-scale), scale: 0 } : { value, scale };
}

const write = (value: bigint, scale: number): number => Number(`${value}e-${scale}`);
