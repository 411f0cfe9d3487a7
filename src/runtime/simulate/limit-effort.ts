/** One allowance for the expressions of all events of a request, besides the limit of each event [K12.5]. */
import { compiledEffort, type Effort, type Evaluators, HaltedError } from '../../kernel/index.ts';

/** As much as ten events may use. */
const maxEffort = 10 * compiledEffort;

export const createAllowance = (): Effort => ({ left: maxEffort });

/** The evaluators, which count down the allowance and stop when it is used up. */
export const limitEffort = (evaluators: Evaluators, allowance: Effort): Evaluators =>
  Object.fromEntries(
    Object.entries(evaluators).map(([name, evaluator]) => [
      name,
      {
        compile(...source) {
          const compute = evaluator.compile(...source);
          return (scope) => {
            if (allowance.left < 0) throw new HaltedError(tooMuch);
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

const tooMuch = `The expressions of all events together take more than ${maxEffort} steps, which is the limit of one request. Use smaller values, simpler patterns or fewer cases at once.`;
