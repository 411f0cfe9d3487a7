/** Decimal numbers of any length as texts: canonical form, exact comparison. */

/** `-12.5`, `0`, `7`: no redundant sign, zero or point. `undefined` if the text is not a decimal number. */
export function canonicalDecimal(text: string): string | undefined {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (found === null) return undefined;
  const [, sign = '', before = '', after = ''] = found;
  if (before === '' && after === '') return undefined;
  const whole = before.replace(/^0+(?=\d)/, '') || '0';
  const fraction = withoutZeros(after);
  const digits = fraction === '' ? whole : `${whole}.${fraction}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** Without trailing zeros. */
export function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Compares two canonical decimals: negative if the first is less. */
export function compareDecimals(a: string, b: string): number {
  const negative = a.startsWith('-');
  if (negative !== b.startsWith('-')) return negative ? -1 : 1;
  return negative ? compareDigits(b.slice(1), a.slice(1)) : compareDigits(a, b);
}

function compareDigits(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  if (fractionA === fractionB) return 0;
  return fractionA < fractionB ? -1 : 1;
}

/** Of a canonical decimal: all digits, and the fraction digits. */
export function countDigits(canonical: string): { readonly total: number; readonly fraction: number } {
  const [whole = '', fraction = ''] = canonical.replace('-', '').split('.');
  return { total: (whole === '0' ? 0 : whole.length) + fraction.length || 1, fraction: fraction.length };
}

/** The number of a canonical decimal if JSON can represent it exactly; otherwise the text. */
export function jsonOfDecimal(canonical: string): number | string {
  const number = Number(canonical);
  return plainNumber(number) === canonical && isExactNumber(number) ? number : canonical;
}

/** Beyond this, JSON does not distinguish neighbouring whole numbers. */
export const isExactNumber = (number: number): boolean => Math.abs(number) <= Number.MAX_SAFE_INTEGER;

/** A finite number without an exponent: `1e-7` is `0.0000001`. */
export function plainNumber(number: number): string {
  const text = String(number === 0 ? 0 : number);
  const found = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (found === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
