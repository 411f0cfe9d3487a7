/** Something wrong with a program, found by `link` [K14.1]. */
export interface LinkProblem {
  readonly code: LinkProblemCode;
  /** Empty where it concerns the whole program. */
  readonly net: string;
  /** Empty where it concerns the whole net. */
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

/** Collects problems; the place they concern is set by whoever walks over the program. */
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
