/** Reads the access configuration: the auth file, and the issuer that the environment may name. */

import { join } from 'node:path';
import { plainText } from '../../languages/index.ts';
import { createRedactor } from '../../runtime/index.ts';
import type { OperationViolation } from '../contract/operation-error.ts';
import { isUsualScope, scopes } from '../contract/principal.ts';
import { defaultTenant } from '../contract/tenant-name.ts';
import type { Environment } from '../settings/environment.ts';
import { locatedIn, readOperatorFile } from '../settings/read-operator-file.ts';
import { variableName } from '../settings/setting.ts';
import { type Settings, settingsTable } from '../settings/settings-table.ts';
import type { AuthConfiguration, Issuer } from './auth-configuration.ts';
import { readAuthFile } from './read-auth-file.ts';

export type CredentialSettings = Pick<
  Settings,
  'auth' | 'data' | 'tenants' | 'jwtSecret' | 'jwtIssuer' | 'jwtAudience'
>;

export interface Access {
  /** The valid part. */
  readonly configuration: AuthConfiguration;
  /** Secrets to redact. */
  readonly secrets: readonly string[];
  /** All violations. The server must not admit callers while there are any. */
  readonly violations: readonly OperationViolation[];
}

export async function readAccess(settings: CredentialSettings, env: Environment): Promise<Access> {
  const { auth: path, data, tenants } = settings;
  const own = environmentIssuer(settings, env);
  const others = own.kind === 'issuer' ? [own.issuer] : [];
  const file = await readOperatorFile({
    path,
    isNamed: path !== join(data, 'auth.yaml'),
    what: 'auth file',
    consequence: 'controls who has access',
    flag: '--auth',
  });
  const readResult = readAuthFile({ path, text: file.text }, { variables: env, hasTenants: tenants, others });
  const secrets = [...readResult.secrets, ...(settings.jwtSecret === '' ? [] : [settings.jwtSecret])];
  const { redact } = createRedactor(() => secrets);
  return {
    configuration: {
      issuers: [...others, ...readResult.configuration.issuers],
      certificates: readResult.configuration.certificates,
    },
    secrets,
    violations: [
      ...(own.kind === 'incomplete' ? [own.violation] : []),
      ...file.violations,
      ...(file.text === '' ? [] : locatedIn(path, readResult.violations)),
      // An operator may have written a secret where a reference to it belongs.
    ].map((each) => ({ ...each, message: redact(plainText(each.message)), actual: redact(each.actual) })),
  };
}

type EnvironmentIssuer =
  | { readonly kind: 'none' }
  | { readonly kind: 'issuer'; readonly issuer: Issuer }
  | { readonly kind: 'incomplete'; readonly violation: OperationViolation };

/**
 * An issuer that shares a secret in a variable is a program that works with others: its tokens get every scope except
 * that of operators, and no token is a person or speaks for one, who could confirm what agents asked for. The auth file
 * allows more.
 */
function environmentIssuer(settings: CredentialSettings, env: Environment): EnvironmentIssuer {
  const { jwtSecret, jwtIssuer, jwtAudience } = settings;
  const [name, ...otherNames] = jwtIssuer;
  if (jwtSecret === '' && name === undefined) return { kind: 'none' };
  if (jwtSecret === '' || name === undefined) {
    const [there, missing] =
      jwtSecret === '' ? pairIn(env, 'jwtIssuer', 'jwtSecret') : pairIn(env, 'jwtSecret', 'jwtIssuer');
    const violation = {
      path: missing,
      rule: 'missing-setting',
      message: `${there} is set, and ${missing} is not. Tokens are verified with both. Set both, or neither.`,
      expected: `a value in ${missing}`,
      actual: 'nothing',
    };
    return { kind: 'incomplete', violation };
  }
  const issuer: Issuer = {
    name,
    otherNames,
    key: { kind: 'secret', secret: jwtSecret },
    audience:
      jwtAudience.length === 0
        ? { names: defaultAudience, withServer: true }
        : { names: jwtAudience, withServer: false },
    tenants: [defaultTenant],
    tenantClaim: null,
    scopes: scopes.filter(isUsualScope),
    roles: [],
    kinds: ['agent', 'service'],
    subjectPrefix: '',
  };
  return { kind: 'issuer', issuer };
}

/** The variable that is set, and the missing one that it requires. */
function pairIn(
  env: Environment,
  there: 'jwtSecret' | 'jwtIssuer',
  missing: 'jwtSecret' | 'jwtIssuer',
): readonly [there: string, missing: string] {
  const [set, others] = [variablesOf(there), variablesOf(missing)];
  const at = Math.max(
    0,
    set.findIndex((name) => (env[name] ?? '').trim() !== ''),
  );
  return [set[at] ?? '', others[at] ?? ''];
}

const variablesOf = (name: keyof Settings): readonly string[] =>
  settingsTable[name].variables.map(variableName);

/** The audience that the designs use for this server. */
const defaultAudience = ['signalbox', 'yawl-mcp'];
