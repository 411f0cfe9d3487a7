/** Explains why the computation of a query failed. */

/** Whether the stack or the memory for a text was exhausted: their limits vary. */
export const isExhausted = (error: unknown): boolean =>
  error instanceof RangeError &&
  /^(?:Maximum call stack|Invalid (?:string|array) length)/.test(error.message);

/** The operators, by their names in fontoxpath. */
const operators: Readonly<Record<string, string>> = {
  addOp: '+',
  subtractOp: '-',
  multiplyOp: '*',
  divOp: 'div',
  idivOp: 'idiv',
  modOp: 'mod',
  equalOp: '=',
  notEqualOp: '!=',
  lessThanOp: '<',
  lessThanOrEqualOp: '<=',
  greaterThanOp: '>',
  greaterThanOrEqualOp: '>=',
  eqOp: '=',
  neOp: '!=',
  ltOp: '<',
  leOp: '<=',
  gtOp: '>',
  geOp: '>=',
};

/** Limit of a quoted value: it may be as long as the data. */
const maxLength = 300;

export function explainDynamic(error: unknown): string {
  const [first = ''] = String(Object(error).message).split('\n');
  const said = first
    .replaceAll(/"?\b(\w+Op)\b"?/g, (found, name: string) =>
      Object.hasOwn(operators, name) ? `“${operators[name]}”` : found,
    )
    .replaceAll(/^([A-Z]{4}\d{4}), /g, '$1: ')
    .replace(/^FOER0000$/, 'FOER0000: the query itself calls error()')
    .replace(/, pattern validation failed\.?$/, '.')
    .replace(/Cannot cast {2}to/, 'Cannot cast an empty text to');
  const text = said.length > maxLength ? `${said.slice(0, maxLength)}…` : said;
  // An error without a code is one of fontoxpath, not of the query.
  return /^\S+: /.test(text) && !(error instanceof TypeError)
    ? text
    : `The query cannot be computed: ${text}`;
}
