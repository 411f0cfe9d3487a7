/** Reads one issuer of the auth file [W1.2]. */
import { readFilled } from '../../connectors/configuration/read-setting.ts';
import { type Located, type Reporter, readShape, report, type ShapeFields } from '../../languages/index.ts';
import { parseUrl } from '../../runtime/index.ts';
import { defaultTenant } from '../contract/tenant-name.ts';
import {
  type Issuer,
  type IssuerKey,
  minSecretBytes,
  type PrincipalKind,
  signingAlgorithms,
} from './auth-configuration.ts';
import { issuerShape } from './auth-shape.ts';
import { isLoopback } from './is-loopback.ts';
import { line, type RightsReader, readSeveral, readTenant, refuseKey, refuseValue } from './read-rights.ts';
import { reservedPrefix } from './reserved-subjects.ts';

export interface IssuerReader extends RightsReader {
  readonly environment: {
    readonly variables: { readonly [name: string]: string | undefined };
    /** Collects the secrets of the issuer. */
    readonly secrets: Set<string>;
  };
}

type Fields = ShapeFields<typeof issuerShape.keys>;

/** Returns the valid part of the issuer; `undefined` if nothing can be read. */
export function readIssuer(reader: IssuerReader, located: Located): Issuer | undefined {
  const { reporter } = reader;
  const fields = readShape(reporter, located, issuerShape);
  if (fields === undefined) return undefined;
  const name = fields.read('issuer');
  const key = readKey(reader, fields);
  const [first = 'agent', ...others] = fields.read('kinds') ?? [];
  const kinds: readonly [PrincipalKind, ...PrincipalKind[]] = [first, ...others];
  const names = fields.read('audience') ?? [];
  const audience = { names, withServer: names.length === 0 };
  const rights = {
    ...readTenants(reader, fields),
    scopes: fields.read('scopes') ?? [],
    roles: fields.read('roles') ?? [],
    subjectPrefix: readPrefix(reader, fields.value('subject_prefix')),
  };
  if (name === undefined || key === undefined) return undefined;
  return { name, key, audience, kinds, ...rights };
}

function readKey(reader: IssuerReader, fields: Fields): IssuerKey | undefined {
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
  const url = readKeysAddress(reporter, fields);
  const chosen = fields.read('algorithms') ?? [];
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

function readKeysAddress(reporter: Reporter, fields: Fields): string | undefined {
  const located = fields.value('jwks');
  const text = fields.read('jwks');
  if (text === undefined || located === undefined) return undefined;
  const url = parseUrl(text);
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

function readTenants(reader: IssuerReader, fields: Fields): Pick<Issuer, 'tenants' | 'tenantClaim'> {
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
  const tenants = readSeveral(reporter, several.value, 'The value of “tenants”', (item) =>
    readTenant(reader, item),
  );
  const tenantClaim = fields.read('tenant_claim') ?? 'tenant';
  return { tenants, tenantClaim };
}

const prefixType = line('a text such as “zai:”');

function readPrefix(reader: IssuerReader, located: Located | undefined): string {
  if (located === undefined || (located.kind === 'scalar' && located.value === '')) return '';
  const prefix = prefixType.read(reader.reporter, located, 'The prefix of subjects') ?? '';
  const reserved = reservedPrefix(prefix);
  if (reserved !== undefined) {
    const message = `Subjects that begin with “${reserved}” are reserved for API keys, certificates and Signalbox itself.`;
    refuseValue(reader.reporter, located, message, 'another beginning');
  }
  return prefix;
}
