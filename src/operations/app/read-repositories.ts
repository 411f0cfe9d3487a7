/** Reads the configured git repositories with workflows, and reports all violations. */
import { nameOfRepository, parseRepository, type Repository, sharedVariables } from '../../runtime/index.ts';
import type { OperationViolation } from '../contract/operation-error.ts';
import type { Environment } from '../settings/environment.ts';
import type { Settings } from '../settings/settings-table.ts';

export interface ReadRepositories {
  /** Without duplicates. */
  readonly repositories: readonly Repository[];
  readonly violations: readonly OperationViolation[];
}

const variable = 'SIGNALBOX_GIT_REPOSITORIES';

export function readRepositories(
  { gitRepositories, gitBranch }: Pick<Settings, 'gitRepositories' | 'gitBranch'>,
  env: Environment,
): ReadRepositories {
  const found = new Map<string, Repository>();
  const violations: OperationViolation[] = [];
  for (const [at, written] of gitRepositories.entries()) {
    const parsed = parseRepository(written, gitBranch);
    if (parsed.kind === 'repository') found.set(nameOfRepository(parsed.repository), parsed.repository);
    else violations.push(wrong(`Address ${at + 1} of ${variable} ${parsed.message}.`));
  }
  const repositories = [...found.values()];
  for (const [name, hosts] of sharedVariables(repositories, env)) {
    const both = hosts.join(' and ');
    violations.push(
      wrong(`${name} is ambiguous: it could be the token for ${both}. Configure only one of them.`),
    );
  }
  return { repositories, violations };
}

/** Does not quote the value: it may contain credentials. */
const wrong = (message: string): OperationViolation => ({
  path: variable,
  rule: 'git-repository',
  message,
  expected: 'an https or ssh URL without credentials',
  actual: 'something else',
});
