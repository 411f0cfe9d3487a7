/** Splits a simple query into tokens. */
export interface QueryToken {
  readonly kind: 'number' | 'text' | 'name' | 'sign';
  readonly text: string;
}

const pattern =
  /\s+|(\d+(?:\.\d+)?)(?![\w.])|("(?:[^"]|"")*"|'(?:[^']|'')*')|([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)|(<=|>=|!=|\/\/|[-/()+*=<>,])/y;

/** @returns `undefined` if it has tokens that simple queries do not have */
export function tokenizeQuery(query: string): readonly QueryToken[] | undefined {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < query.length) {
    pattern.lastIndex = at;
    const match = pattern.exec(query);
    if (match === null) return undefined;
    at = pattern.lastIndex;
    const [, number, quoted, name, sign] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: unquoted(quoted) });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

function unquoted(quoted: string): string {
  const mark = quoted.charAt(0);
  return quoted.slice(1, -1).replaceAll(mark + mark, mark);
}
