/** Defines the defaults that the codes of a category share. */
import type { ErrorCategory, ErrorEntries, ErrorEntry, ErrorFacts } from './error-entry.ts';

interface CategoryFigures {
  readonly status: number;
  readonly number: number;
  /** One name for all codes of the category. Default: the code itself. */
  readonly short?: string;
  readonly retryable: boolean;
}

export const errorCategories: Readonly<Record<ErrorCategory, CategoryFigures>> = {
  validation: { status: 400, number: -32_004, retryable: false },
  not_found: { status: 404, number: -32_005, retryable: false },
  conflict: { status: 409, number: -32_005, retryable: false },
  permission: { status: 403, number: -32_007, short: 'unauthorized', retryable: false },
  // The request was valid and was executed, but what it started failed. Sending it again does not help.
  execution: { status: 422, number: -32_005, retryable: false },
  // The designs use numbers up to −32007; −32008 is the next free one.
  limit: { status: 429, number: -32_008, retryable: true },
  unavailable: { status: 503, number: -32_006, short: 'engine_unavailable', retryable: true },
  internal: { status: 500, number: -32_603, short: 'internal_error', retryable: false },
};

/** Returns the entries of one category with all defaults filled in. */
export function inCategory<Code extends string>(
  category: ErrorCategory,
  entries: ErrorEntries<Code>,
): Readonly<Record<Code, ErrorFacts>> {
  const facts = (Object.keys(entries) as Code[]).map((code) => [
    code,
    factsOf(category, code, entries[code]),
  ]);
  return Object.fromEntries(facts) as Record<Code, ErrorFacts>;
}

export function factsOf(category: ErrorCategory, code: string, entry: ErrorEntry): ErrorFacts {
  const categoryDefaults = errorCategories[category];
  const { status = categoryDefaults.status } = entry;
  return {
    short: code,
    ...categoryDefaults,
    category,
    spelled: code,
    status,
    problemStatus: status,
    ...entry,
  };
}
