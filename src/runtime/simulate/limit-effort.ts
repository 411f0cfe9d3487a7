/** One allowance for the expressions of all events of a request, besides the limit of each event [K12.5]. */
import { compiledEffort, type Effort, type Evaluators, HaltedError } from '../../kernel/index.ts';

export interface Allowance extends Effort {
  readonly max: number;
}

/** As much as ten events may use. */
const baseEffort = 10 * compiledEffort;
/** What an ordinary event uses at most. */
const effortPerEvent = 2_000;

/** @param events a journal that is played again, of this length */
export function createAllowance(events = 0): Allowance {
  const max = baseEffort + effortPerEvent * events;
  return { left: max, max };
}

/** The evaluators, which count down the allowance and stop when it is used up. */
export const limitEffort = (evaluators: Evaluators, allowance: Allowance): Evaluators =>
  Object.fromEntries(
    Object.entries(evaluators).map(([name, evaluator]) => [
      name,
      {
        compile(...source) {
          const compute = evaluator.compile(...source);
          return (scope) => {
            if (allowance.left < 0) throw new HaltedError(tooMuch(allowance));
            const before = scope.effort.left;
            try {
              return compute(scope);
            } finally {
              allowance.left -= before - scope.effort.left;
            }
          };
        },
      },
    ]),
  );

const tooMuch = ({ max }: Allowance): string =>
  `The expressions of all events together take more than ${max} steps, which is the limit of one request. Use smaller values, simpler patterns or fewer cases at once.`;
