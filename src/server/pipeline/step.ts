/** One step of a pipeline: does its part, and calls the next one unless it answers or refuses itself. */
export type Step<Given, Answer> = (given: Given, next: Next<Given, Answer>) => Promise<Answer>;

export type Next<Given, Answer> = (given: Given) => Promise<Answer>;

/** @param last is called by the last step */
export function compose<Given, Answer>(
  steps: readonly Step<Given, Answer>[],
  last: Next<Given, Answer>,
): Next<Given, Answer> {
  return steps.reduceRight<Next<Given, Answer>>((next, step) => (given) => step(given, next), last);
}
