/** Reads the outcome of a call as it is typed: `retry`, `failed message=…`, `succeeded output=…`. */
import type { Json } from '../../expression/index.ts';

export type ReadVerdict =
  | { readonly kind: 'verdict'; readonly output: Json }
  | { readonly kind: 'misunderstood'; readonly message: string };

export const verdicts: readonly string[] = ['retry', 'failed', 'succeeded'];

/** @param texts values by name, including the verdict */
export function readVerdict(texts: { readonly [name: string]: string }): ReadVerdict {
  const { verdict = '', message, output, ...others } = texts;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return misunderstood(`Unknown field “${unknown}” of a verdict. Use message or output.`);
  const answer: Json = {
    verdict,
    ...(message === undefined ? {} : { message }),
    ...(output === undefined ? {} : { output: readLoosely(output) }),
  };
  const problem = findVerdictProblem(answer);
  return problem === undefined ? { kind: 'verdict', output: answer } : misunderstood(problem);
}

/** What the verdict lacks; `undefined` if it is complete. */
export function findVerdictProblem(answer: Json): string | undefined {
  const fields = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {};
  if ('verdict' in fields && fields['verdict'] === 'succeeded' && !('output' in fields)) {
    return 'Pass the result of the call with output=JSON: later tasks and its undo may need it. output=null means that it returned nothing.';
  }
  if ('verdict' in fields && fields['verdict'] === 'failed' && !('message' in fields)) {
    return 'Pass the reason of the failure with message=TEXT.';
  }
  return 'verdict' in fields && verdicts.some((each) => each === fields['verdict'])
    ? undefined
    : `The verdict on a call must be one of ${verdicts.join(', ')}.`;
}

/** The parsed value if the text is JSON, otherwise the text itself. */
export function readLoosely(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

const misunderstood = (message: string): ReadVerdict => ({ kind: 'misunderstood', message });
