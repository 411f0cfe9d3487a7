/** Says why a query has no value. */

/** Whether the stack or the room for a text did not suffice: how much there is of them differs. */
export const isExhausted = (error: unknown): boolean =>
  error instanceof RangeError &&
  /^(?:Maximum call stack|Invalid (?:string|array) length)/.test(error.message);

/** As operators are called by fontoxpath, and as they are written. */
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

/** How much of a value is quoted: it may be as long as the data. */
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
  // A failure of fontoxpath rather than of the query has no code.
  return /^\S+: /.test(text) && !(error instanceof TypeError)
    ? text
    : `The query cannot be computed here: ${text}`;
}
