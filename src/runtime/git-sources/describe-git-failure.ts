/** Why a repository could not be fetched, in words. What others say is shown without secrets, and cannot steer a terminal. */

import { type Repository, tokenVariable } from './parse-repository.ts';
import type { GitOutcome } from './run-git.ts';

type Failure = Exclude<GitOutcome, { readonly kind: 'done' }>;

const maxQuoteLength = 200;

/** Older ones do not heed what they are told by variables. */
export const minGitVersion = '2.32';

/** A sentence. @param hide takes secrets out of a text */
export function describeGitFailure(
  failure: Failure,
  repository: Repository,
  hide: (text: string) => string,
): string {
  switch (failure.kind) {
    case 'missing':
      return `There is no program “git” of version ${minGitVersion} or newer here: install it.`;
    case 'ended':
      return endings[failure.why];
    case 'failed':
      return explain(failure.stderr, repository) ?? quote(hide(failure.stderr));
  }
}

const endings = {
  late: 'It took too long to answer.',
  'too-much': 'It is too large: a repository of workflows alone is meant.',
  closed: 'It was broken off, because Signalbox ends.',
} as const;

function explain(stderr: string, { protocol, host }: Repository): string | undefined {
  const matches = (pattern: RegExp): boolean => pattern.test(stderr);
  if (matches(/returned error: 30\d|redirect/i)) {
    return 'It has moved elsewhere, and that is not followed: write its new address.';
  }
  if (matches(/could not read Username|Authentication failed|returned error: 40[13]|Permission denied/i)) {
    const [what, where] =
      protocol === 'https' ? ['a token', tokenVariable(host)] : ['a key', 'the agent of ssh'];
    return `It lets nobody in without ${what}, or not with the one that it was given: see ${where}.`;
  }
  if (matches(/returned error: 404|not found|does not appear to be a git repository/i)) {
    return 'There is no such repository, or whoever asks may not see it.';
  }
  if (matches(/could not resolve host/i)) return 'Its host is not known: is there a network?';
  if (matches(/host key verification failed/i)) return 'Its host is not among the known hosts of ssh.';
  if (matches(/certificate|SSL/i)) {
    return 'Its certificate is not believed: SIGNALBOX_GIT_CA names a file with the authorities that are.';
  }
  if (matches(/failed to connect|connection (?:refused|timed out|reset)/i)) return 'It cannot be reached.';
  return undefined;
}

/** The line that says most. */
function quote(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const line = lines.findLast((each) => each.startsWith('fatal:')) ?? lines.at(-1) ?? 'nothing';
  return `git says: ${line.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, maxQuoteLength)}`;
}
