/** What became of a call, as it is typed: `retry`, `failed message=…`, `succeeded output=…`. */
import type { Json } from '../expression/index.ts';

export type ReadVerdict =
  | { readonly kind: 'verdict'; readonly output: Json }
  | { readonly kind: 'misunderstood'; readonly message: string };

export const verdicts: readonly string[] = ['retry', 'failed', 'succeeded'];

/** @param texts by name, the verdict among them */
export function readVerdict(texts: { readonly [name: string]: string }): ReadVerdict {
  const { verdict = '', message, output, ...others } = texts;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return misunderstood(`A verdict has no “${unknown}”, only message and output.`);
  const answer: Json = {
    verdict,
    ...(message === undefined ? {} : { message }),
    ...(output === undefined ? {} : { output: readLoosely(output) }),
  };
  const problem = findVerdictProblem(answer);
  return problem === undefined ? { kind: 'verdict', output: answer } : misunderstood(problem);
}

/** What is missing in a verdict; undefined where it says enough. */
export function findVerdictProblem(answer: Json): string | undefined {
  const fields = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {};
  if ('verdict' in fields && fields['verdict'] === 'succeeded' && !('output' in fields)) {
    return 'Say what the call gave, with output=JSON: what comes after it, and its undo, may need that. output=null says that it gave nothing.';
  }
  if ('verdict' in fields && fields['verdict'] === 'failed' && !('message' in fields)) {
    return 'Say why it failed, with message=TEXT.';
  }
  return 'verdict' in fields && verdicts.some((each) => each === fields['verdict'])
    ? undefined
    : `The verdict on a call is one of ${verdicts.join(', ')}.`;
}

/** JSON where it is, else the text itself. */
export function readLoosely(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

const misunderstood = (message: string): ReadVerdict => ({ kind: 'misunderstood', message });
