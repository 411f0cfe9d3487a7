/** Why a query is refused; line and column from 1. */
export interface Refusal {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export function refuseAt(text: string, offset: number, message: string): Refusal {
  const before = text.slice(0, offset).split('\n');
  return { message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

export const declarePrefix = (prefix: string): string =>
  `The prefix “${prefix}” is not declared: write “declare namespace ${prefix} = "…";” before the query.`;
