/** The shape of the auth file: the issuers of tokens and the certificates that are accepted, with their rights. */
import {
  described,
  type LocatedList,
  list,
  nested,
  oneOf,
  shape,
  text,
  theValueOf,
  type ValueType,
} from '../../languages/index.ts';
import { scopes } from '../contract/principal.ts';
import { principalKinds, signingAlgorithms } from './auth-configuration.ts';
import { line, several } from './read-rights.ts';

const rights = {
  scopes: {
    type: several(oneOf(scopes), 'A scope'),
    doc: 'What callers may do.',
    placeholder: ['workflows:query'],
    aliases: ['scope'],
  },
  roles: {
    type: several(line('a role such as “clerk”'), 'A role'),
    doc: 'The roles of callers, for work items.',
    aliases: ['role'],
  },
} as const;

/** A tenant, whose name depends on the installation. */
const tenant = described('text', text.schema);
const tenants: ValueType<unknown> = several(text, '');

export const issuerShape = shape({
  name: 'issuer',
  what: 'An issuer',
  whatOf: theValueOf,
  keys: {
    issuer: {
      type: line('the “iss” of its tokens'),
      what: 'The issuer',
      doc: 'The “iss” of its tokens.',
      placeholder: 'https://login.example.com',
      aliases: ['iss', 'name'],
    },
    secret: {
      type: described('text', { type: 'string', pattern: '^\\$\\{env:[A-Za-z_][A-Za-z0-9_]*\\}$' }),
      doc: 'The environment variable with the secret that it shares with the server.',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the file
      example: '${env:LOGIN_SECRET}',
    },
    jwks: {
      type: text,
      doc: 'The URL of the keys that it publishes.',
      aliases: ['jwks_uri', 'jwks_url'],
    },
    algorithms: {
      type: several(oneOf(signingAlgorithms), 'An algorithm'),
      doc: 'The algorithms that its tokens may be signed with. Default: all that are supported.',
    },
    audience: {
      type: several(line('a text such as “signalbox”'), 'An audience'),
      doc: 'The “aud” that its tokens must have. Default: this server.',
      aliases: ['aud', 'audiences'],
    },
    tenant: { type: tenant, doc: 'The tenant of its tokens. Default: default.' },
    tenants: {
      type: described('list of texts', tenants.schema),
      doc: 'The tenants that its tokens may name.',
    },
    tenant_claim: {
      type: line('tenant'),
      what: 'The name of the claim',
      doc: 'The claim that names one of the tenants. Default: tenant.',
    },
    ...rights,
    kinds: {
      type: several(oneOf(principalKinds), 'A kind'),
      doc: 'The kinds of principal that its tokens may name; the first is the default.',
      aliases: ['kind'],
    },
    subject_prefix: {
      type: described('text', text.schema),
      doc: 'What precedes the subjects of its tokens, so that they differ from those of other issuers.',
    },
  },
  together: {
    oneOf: [{ required: ['secret'], properties: { algorithms: false } }, { required: ['jwks'] }],
    dependencies: { tenant_claim: ['tenants'] },
    not: { required: ['tenant', 'tenants'] },
  },
});

export const certificateShape = shape({
  name: 'certificate',
  what: 'A certificate',
  whatOf: theValueOf,
  keys: {
    spiffe: {
      type: text,
      what: 'The SPIFFE id',
      doc: 'The SPIFFE id; a trailing “/*” matches everything below.',
      placeholder: 'spiffe://example.org/agents/invoice',
      aliases: ['spiffe_id', 'id', 'uri'],
    },
    tenant: { type: tenant, doc: 'The tenant of its holder. Default: default.' },
    ...rights,
    kind: { type: oneOf(principalKinds), what: 'A kind', doc: 'The kind of its holder. Default: service.' },
  },
});

/** A list; no value is an empty list. */
const rules = (items: ValueType<unknown>): ValueType<LocatedList> => {
  const rule = list(items);
  return {
    ...rule,
    read: (reporter, located, what) =>
      located.kind === 'scalar' && located.value === null ? undefined : rule.read(reporter, located, what),
    schema: (refer) => ({ ...rule.schema(refer), type: ['array', 'null'] }),
  };
};

export const authShape = shape({
  name: 'auth',
  what: 'The auth file',
  whatOf: theValueOf,
  keys: {
    issuers: {
      type: rules(nested(issuerShape)),
      doc: 'The issuers whose tokens are accepted.',
    },
    certificates: {
      type: rules(nested(certificateShape)),
      doc: 'The client certificates that are accepted.',
    },
  },
});
