import { expect, test } from 'vitest';
import { describeGitFailure } from './describe-git-failure.ts';
import { defaultFetchLimits } from './fetch-limits.ts';
import { parseRepository, type Repository } from './parse-repository.ts';

function at(address: string): Repository {
  const parsed = parseRepository(address);
  if (parsed.kind === 'problem') throw new Error(parsed.message);
  return parsed.repository;
}

const hide = (text: string): string => text.replaceAll('planted', '•••');
const describeFailure = (stderr: string, address = 'https://git.example.com/a'): string =>
  describeGitFailure({ kind: 'failed', exitCode: 1, stderr }, at(address), defaultFetchLimits, hide);

test.each([
  [
    "fatal: could not read Username for 'https://x': terminal prompts disabled",
    'Check GIT_GIT_EXAMPLE_COM_TOKEN.',
  ],
  ['fatal: Authentication failed for x', 'Check GIT_GIT_EXAMPLE_COM_TOKEN.'],
  ["fatal: unable to access 'x': The requested URL returned error: 403", 'Check GIT_GIT_EXAMPLE_COM_TOKEN.'],
  ["fatal: repository 'https://x/' not found", 'It does not exist, or access to it is denied.'],
  ["fatal: unable to access 'x': The requested URL returned error: 301", 'It redirects to another address'],
  ["fatal: unable to access 'x': Could not resolve host: x", 'Its host was not found'],
  [
    "fatal: unable to access 'x': Failed to connect to x port 443: Connection refused",
    'It cannot be reached.',
  ],
  ['SSL certificate problem: unable to get local issuer certificate', 'SIGNALBOX_GIT_CA'],
])('[U2.2] “%s” is described in plain language', (stderr, expected) => {
  expect(describeFailure(stderr)).toContain(expected);
});

test.each([
  ['late', 'It took too long to answer: more than 60 seconds.'],
  ['too-much', 'It is too large: the limits are 200 MB and 5000 documents.'],
] as const)('[U2.4] the description of a fetch that exceeds a limit names it: %s', (why, expected) => {
  const failure = { kind: 'ended', why } as const;
  expect(describeGitFailure(failure, at('https://x.example/a'), defaultFetchLimits, hide)).toContain(
    expected,
  );
});

test('[U2.2] with ssh the message names the missing key or the unknown host', () => {
  const address = 'git@git.example.com:a';
  expect(describeFailure('git@git.example.com: Permission denied (publickey).', address)).toContain(
    'Check the ssh agent.',
  );
  expect(
    describeFailure('Host key verification failed.\nfatal: Could not read from remote.', address),
  ).toContain('known hosts');
});

test('[U2.2] other output of git is shown without secrets, on one line without control characters', () => {
  expect(describeFailure('remote: a planted word\nfatal: an odd \u001b[31mplanted\u001b[0m thing\n')).toBe(
    'git reports: fatal: an odd  [31m••• [0m thing',
  );
  expect(describeFailure(`fatal: ${'x'.repeat(1_000)}`).length).toBeLessThan(250);
  expect(describeFailure('')).toBe('git reports: nothing');
});
