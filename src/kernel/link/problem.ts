/** A problem of a program, found by `link` [K14.1]. */
export interface LinkProblem {
  readonly code: LinkProblemCode;
  /** Empty if it concerns the whole program. */
  readonly net: string;
  /** Empty if it concerns the whole net. */
  readonly task: string;
  readonly message: string;
}

export type LinkProblemCode =
  | 'semantics'
  | 'limit'
  | 'duplicate'
  | 'unknown-net'
  | 'unknown-place'
  | 'unknown-task'
  | 'unknown-name'
  | 'unknown-evaluator'
  | 'expression'
  | 'scope'
  | 'path'
  | 'flow'
  | 'each'
  | 'work'
  | 'retry'
  | 'timeout';

/** Collects problems; the code that walks the program sets the location. */
export interface Problems {
  readonly found: LinkProblem[];
  readonly at: (net: string, task?: string) => Report;
}

export type Report = (code: LinkProblemCode, message: string) => void;

export const createProblems = (): Problems => {
  const found: LinkProblem[] = [];
  return {
    found,
    at:
      (net, task = '') =>
      (code, message) => {
        found.push({ code, net, task, message });
      },
  };
};
