/** Reads one issuer of the auth file [W1.2]. */
import { readFilled } from '../../connectors/configuration/read-setting.ts';
import {
  type Located,
  type MapFields,
  type Reporter,
  readMap,
  readOneOf,
  readText,
  report,
} from '../../languages/index.ts';
import {
  type Issuer,
  type IssuerKey,
  minSecretBytes,
  type PrincipalKind,
  type SigningAlgorithm,
  signingAlgorithms,
} from './auth-configuration.ts';
import { isLoopback } from './is-loopback.ts';
import {
  type RightsReader,
  readKinds,
  readLine,
  readRoles,
  readScopes,
  readSeveral,
  readTenant,
  refuseKey,
  refuseValue,
} from './read-rights.ts';
import { reservedPrefix } from './reserved-subjects.ts';
import { defaultTenant } from './tenant-name.ts';

export interface IssuerReader extends RightsReader {
  readonly environment: {
    readonly variables: { readonly [name: string]: string | undefined };
    /** Collects the secrets of the issuer. */
    readonly secrets: Set<string>;
  };
}

const keys = [
  'issuer',
  'secret',
  'jwks',
  'algorithms',
  'audience',
  'tenant',
  'tenants',
  'tenant_claim',
  'scopes',
  'roles',
  'kinds',
  'subject_prefix',
] as const;
type Key = (typeof keys)[number];

/** Returns the valid part of the issuer; `undefined` if nothing can be read. */
export function readIssuer(reader: IssuerReader, located: Located): Issuer | undefined {
  const { reporter } = reader;
  const fields = readMap(reporter, located, {
    what: 'An issuer',
    keys,
    synonyms: {
      iss: 'issuer',
      name: 'issuer',
      aud: 'audience',
      audiences: 'audience',
      jwks_uri: 'jwks',
      jwks_url: 'jwks',
      scope: 'scopes',
      role: 'roles',
      kind: 'kinds',
    },
    required: { issuer: 'https://login.example.com', scopes: ['workflows:query'] },
  });
  if (fields === undefined) return undefined;
  const name = readLine(reader, fields.value('issuer'), 'The issuer', 'the “iss” of its tokens');
  const key = readKey(reader, fields);
  const [first = 'agent', ...others] = readKinds(reader, fields.value('kinds'));
  const kinds: readonly [PrincipalKind, ...PrincipalKind[]] = [first, ...others];
  const names = readSeveral(reader, fields.value('audience'), 'The value of “audience”', (item) =>
    readLine(reader, item, 'An audience', 'a text such as “signalbox”'),
  );
  const audience = { names, withServer: names.length === 0 };
  const rights = {
    ...readTenants(reader, fields),
    scopes: readScopes(reader, fields.value('scopes')),
    roles: readRoles(reader, fields.value('roles')),
    subjectPrefix: readPrefix(reader, fields.value('subject_prefix')),
  };
  if (name === undefined || key === undefined) return undefined;
  return { name, key, audience, kinds, ...rights };
}

function readKey(reader: IssuerReader, fields: MapFields<Key>): IssuerKey | undefined {
  const { reporter } = reader;
  const secret = fields.value('secret');
  const jwks = fields.value('jwks');
  if ((secret === undefined) === (jwks === undefined)) {
    const { map } = fields;
    const isBoth = secret !== undefined;
    reporter.report({
      at: { start: map.span.start, end: map.entries[0]?.keySpan.end ?? map.span.end },
      path: map.path,
      rule: isBoth ? 'bad-value' : 'missing-key',
      message: isBoth
        ? 'An issuer has a “secret” or a “jwks”, not both.'
        : `An issuer requires the “secret” that it shares with this server, as \${env:NAME}, or the URL of the “jwks” that it publishes.`,
      expected: 'secret: … or jwks: …',
      actual: isBoth ? 'both' : 'neither',
    });
  }
  const algorithms = fields.entry('algorithms');
  if (jwks === undefined && algorithms !== undefined) {
    const reason = 'it applies to an issuer with a “jwks”, and a “secret” always uses HS256';
    refuseKey(reporter, algorithms, reason, 'no algorithms');
  }
  if (secret !== undefined) {
    const value = readSecret(reader, secret);
    return value === undefined ? undefined : { kind: 'secret', secret: value };
  }
  const url = readKeysAddress(reporter, jwks);
  const chosen = readSeveral<SigningAlgorithm>(
    reader,
    algorithms?.value,
    'The value of “algorithms”',
    (item) => readOneOf(reporter, item, signingAlgorithms, 'An algorithm', undefined),
  );
  if (url === undefined) return undefined;
  return { kind: 'jwks', url, algorithms: chosen.length === 0 ? signingAlgorithms : chosen };
}

/** Does not quote the value: it may be the secret itself. */
function readSecret({ reporter, environment }: IssuerReader, located: Located): string | undefined {
  const written = located.kind === 'scalar' && typeof located.value === 'string' ? located.value : '';
  const name = /^\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(written)?.[1];
  const refuse = (rule: string, message: string): void =>
    report(reporter, located, { rule, message, expected: `\${env:NAME}`, actual: 'something else' });
  if (name === undefined) {
    const message = `A secret must not be in a file. Put it into an environment variable, and write only \${env:NAME} here, with the name of that variable.`;
    refuse('literal-secret', message);
    return undefined;
  }
  const secret = readFilled(reporter, located, { what: 'The secret', isSecret: true }, environment);
  if (secret === undefined || Buffer.byteLength(secret) >= minSecretBytes) return secret;
  const message = `The secret in “${name}” is too short: it must have at least ${minSecretBytes} bytes. “openssl rand -base64 48” generates a good one.`;
  refuse('short-secret', message);
  return undefined;
}

function readKeysAddress(reporter: Reporter, located: Located | undefined): string | undefined {
  const text = readText(reporter, located, 'The value of “jwks”');
  if (text === undefined || located === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url !== undefined && isSafe && url.username === '' && url.password === '' && url.hash === '') {
    return url.href;
  }
  const message =
    'The URL of the issuer keys must begin with https:// and contain no credentials; http:// is allowed only for this machine.';
  const expected = 'a URL such as “https://login.example.com/jwks.json”';
  report(reporter, located, { rule: 'bad-value', message, expected, actual: 'something else' });
  return undefined;
}

function readTenants(reader: IssuerReader, fields: MapFields<Key>): Pick<Issuer, 'tenants' | 'tenantClaim'> {
  const { reporter } = reader;
  const several = fields.entry('tenants');
  const one = fields.entry('tenant');
  const claim = fields.entry('tenant_claim');
  if (several === undefined) {
    if (claim !== undefined) {
      refuseKey(
        reporter,
        claim,
        'it names the claim that selects one of several “tenants”',
        'tenants: [a, b]',
      );
    }
    const tenant = readTenant(reader, one?.value) ?? defaultTenant;
    return { tenants: [tenant], tenantClaim: null };
  }
  if (one !== undefined) refuseKey(reporter, one, '“tenants” is also set', 'one of them');
  const tenants = readSeveral(reader, several.value, 'The value of “tenants”', (item) =>
    readTenant(reader, item),
  );
  const tenantClaim = readLine(reader, claim?.value, 'The name of the claim', 'tenant') ?? 'tenant';
  return { tenants, tenantClaim };
}

function readPrefix(reader: IssuerReader, located: Located | undefined): string {
  if (located?.kind === 'scalar' && located.value === '') return '';
  const prefix = readLine(reader, located, 'The prefix of subjects', 'a text such as “zai:”') ?? '';
  const reserved = reservedPrefix(prefix);
  if (located !== undefined && reserved !== undefined) {
    const message = `Subjects that begin with “${reserved}” are reserved for API keys, certificates and Signalbox itself.`;
    refuseValue(reader.reporter, located, message, 'another beginning');
  }
  return prefix;
}
