/**
 * Describes why a repository could not be fetched. Output of git is shown without secrets and without control
 * characters.
 */

import type { FetchLimits } from './fetch-limits.ts';
import { type Repository, tokenVariable } from './parse-repository.ts';
import type { GitOutcome } from './run-git.ts';

type Failure = Exclude<GitOutcome, { readonly kind: 'done' }>;

const maxQuoteLength = 200;

/** Older versions ignore settings in variables. */
export const minGitVersion = '2.32';

/** Returns sentences. @param hide removes secrets from a text */
export function describeGitFailure(
  failure: Failure,
  repository: Repository,
  limits: FetchLimits,
  hide: (text: string) => string,
): string {
  switch (failure.kind) {
    case 'missing':
      return `The program “git” of version ${minGitVersion} or newer was not found. Install it.`;
    case 'ended':
      return endings(limits)[failure.why];
    case 'failed':
      return explain(failure.stderr, repository, limits) ?? quote(hide(failure.stderr));
  }
}

const endings = ({ timeout, bytes, documents }: FetchLimits) => ({
  late: `It took too long to answer: more than ${timeout / 1_000} seconds.`,
  'too-much': `It is too large: the limits are ${bytes / 1_000_000} MB and ${documents} documents. Use a repository that holds only workflows.`,
  closed: 'The fetch was aborted because Signalbox is shutting down.',
});

function explain(
  stderr: string,
  { protocol, host }: Repository,
  { memory }: FetchLimits,
): string | undefined {
  const matches = (pattern: RegExp): boolean => pattern.test(stderr);
  if (matches(/out of memory|cannot allocate memory/i)) {
    return `It is too large: git needs more than ${memory / 1_048_576} MiB of memory for it. Use a repository that holds only workflows, with fewer branches and tags.`;
  }
  if (matches(/returned error: 30\d|redirect/i)) {
    return 'It redirects to another address, which is not followed. Use its new address.';
  }
  if (matches(/could not read Username|Authentication failed|returned error: 40[13]|Permission denied/i)) {
    const [what, where] =
      protocol === 'https' ? ['a token', tokenVariable(host)] : ['a key', 'the ssh agent'];
    return `It requires ${what}, or rejects the one that was sent. Check ${where}.`;
  }
  if (matches(/returned error: 404|not found|does not appear to be a git repository/i)) {
    return 'It does not exist, or access to it is denied.';
  }
  if (matches(/could not resolve host/i)) return 'Its host was not found. Check the network.';
  if (matches(/host key verification failed/i)) return 'Its host is not in the known hosts of ssh.';
  if (matches(/certificate|SSL/i)) {
    return 'Its certificate is not trusted. Set SIGNALBOX_GIT_CA to a file with trusted authorities.';
  }
  if (matches(/failed to connect|connection (?:refused|timed out|reset)/i)) return 'It cannot be reached.';
  return undefined;
}

/** The most specific line. */
function quote(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const line = lines.findLast((each) => each.startsWith('fatal:')) ?? lines.at(-1) ?? 'nothing';
  return `git reports: ${line.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, maxQuoteLength)}`;
}
