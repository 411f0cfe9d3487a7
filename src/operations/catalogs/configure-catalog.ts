/** Sets where and with what the commands of a catalog are called. Secrets are references, never values. */
import { z } from 'zod';
import type { CatalogIndex } from '../../catalogs/index.ts';
import { findNearest } from '../../expression/index.ts';
import { object, record, text } from '../../languages/answer-schema.ts';
import type { CatalogRecord, CredentialReference } from '../catalog-store/catalog-record.ts';
import { isReference } from '../catalog-store/references-in.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import { catalogField, catalogRevisionField } from './catalog-fields.ts';
import { changeCatalog } from './change-catalog.ts';
import { findCatalog } from './find-catalog.ts';
import { type CatalogView, getCatalog, viewOfCatalog } from './get-catalog.ts';
import { headerViolations, violation } from './header-violations.ts';
import { baseUrlField } from './source-fields.ts';

const reference = z.string().min(1).max(2_000);

const credentialInput = z.union([
  reference,
  z.strictObject({ username: reference, password: reference }),
  z.strictObject({
    clientId: reference,
    clientSecret: reference,
    scopes: z.array(z.string().max(200)).max(100).default([]),
  }),
  z.null(),
]);

const input = z.strictObject({
  catalog: catalogField,
  baseUrl: baseUrlField.optional().describe('The address of the API; empty: as the document says.'),
  headers: z
    .record(z.string().max(200), z.string().max(4_000).nullable())
    .optional()
    .describe(
      'Headers of every request; null removes one. A secret is a reference: “Bearer ${env:API_TOKEN}”.',
    ),
  replaceHeaders: z.boolean().default(false).describe('Remove all other headers. Default: false.'),
  auth: z
    .record(z.string().max(200), credentialInput)
    .optional()
    .describe(
      'Credentials by security scheme: a key or token, {username, password}, or {clientId, clientSecret, scopes}; null removes one. Secrets are references.',
    ),
  revision: catalogRevisionField,
});

type Input = z.infer<typeof input>;

export const configureCatalog: Operation<Input, CatalogView> = {
  name: 'catalogs.configure',
  scope: 'catalogs:manage',
  writes: true,
  summary: 'Sets the address, the headers and the credentials of a catalog.',
  rest: { method: 'POST', path: '/v1/catalogs/{catalog}/settings', tag: 'catalogs' },
  verb: { name: 'catalog set' },
  tool: {
    name: 'catalog_configure',
    title: 'Set address and credentials of a catalog',
    toolset: 'catalogs',
    description:
      'Sets the address, headers and credentials of an imported API. catalog_get lists its security schemes. Never send a secret: send a reference such as ${env:GITHUB_TOKEN}. The operator lists secrets and their hosts in connectors.yaml.',
    hints: { idempotentHint: true },
    fields: { catalog: 'catalog_id' },
    spellings: { catalog: 'catalog_id', catalog_title: 'catalog_id' },
    aliases: ['catalog_set_base_url', 'catalog_edit_headers'],
    output: object({ catalog_id: text, revision: text, base_url: text, headers: record }),
    present: (result) => {
      const { id, revision, baseUrl, headers } = result as unknown as CatalogView;
      return { catalog_id: id, revision, base_url: baseUrl, headers };
    },
  },
  examples: [
    {
      input: {
        catalog: 'pet_store',
        baseUrl: 'https://pets.example.com/v1',
        auth: { apiKey: '${env:PETS_KEY}' },
      },
    },
  ],
  input,
  output: getCatalog.output,
  targetOf: (_, { id }) => id,
  async perform(principal, given, services) {
    const { schemes } = findCatalog(services, principal, given.catalog).open().index;
    const violations = [
      ...addressViolations(given, services),
      ...headerViolations(given.headers, services),
      ...authViolations(given, schemes),
    ];
    if (violations.length > 0)
      throw new OperationError({
        code: 'invalid_input',
        message: violations.map(({ message }) => message).join(' '),
        suggestedAction:
          'Correct these. The operator lists each secret in connectors.yaml, with the hosts that it may be sent to.',
        violations,
      });
    const { id } = await changeCatalog(services, principal, given.catalog, given.revision, (before) =>
      changed(before, given),
    );
    return viewOfCatalog(findCatalog(services, principal, id));
  },
};

function changed(
  before: CatalogRecord,
  { baseUrl, headers = {}, replaceHeaders, auth = {} }: Input,
): CatalogRecord {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = replaceHeaders
    ? {}
    : withoutNames(before.headers, (name) => names.includes(name.toLowerCase()));
  return {
    ...before,
    baseUrl: baseUrl ?? before.baseUrl,
    headers: { ...kept, ...givenOf(headers) },
    auth: { ...withoutNames(before.auth, (name) => Object.hasOwn(auth, name)), ...givenOf(auth) },
  };
}

type Named<Value> = { readonly [name: string]: Value };

const withoutNames = <Value>(values: Named<Value>, isLeftOut: (name: string) => boolean): Named<Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isLeftOut(name)));

/** Null removes. */
const givenOf = <Value>(values: Named<Value | null>): Named<Value> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );

function addressViolations({ baseUrl = '' }: Input, { redact }: Services): readonly OperationViolation[] {
  if (redact === undefined || redact(baseUrl) === baseUrl) return [];
  const message = 'The address holds a secret. Put it into a header or a credential, as a reference.';
  return [violation('baseUrl', 'plain-secret', message)];
}

type Schemes = CatalogIndex['schemes'];

function authViolations({ auth = {} }: Input, schemes: Schemes): readonly OperationViolation[] {
  const names = Object.keys(schemes);
  return Object.entries(auth).flatMap(([name, credential]) => {
    const path = `auth.${name}`;
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    if (scheme === undefined) {
      const nearest = findNearest(name, names);
      const hint =
        nearest === undefined ? ` It has: ${names.join(', ') || 'none'}.` : ` Did you mean “${nearest}”?`;
      return [violation(path, 'unknown-scheme', `The API has no security scheme “${name}”.${hint}`)];
    }
    const expectedForm = formOf[scheme.kind];
    if (credential !== null && !expectedForm.fits(credential))
      return [violation(path, 'credential-form', `“${path}” must be ${expectedForm.what}.`)];
    if (scheme.kind === 'bearer' && typeof credential === 'string' && /^bearer\s/i.test(credential))
      return [violation(path, 'credential-form', `“${path}” must be the token alone: “Bearer” is added.`)];
    return secretsIn(credential).flatMap(([field, text]) =>
      isReference(text)
        ? []
        : [
            violation(
              `${path}${field}`,
              'plain-secret',
              `“${path}${field}” is a secret. Write a reference to it, such as “\${env:API_TOKEN}”.`,
            ),
          ],
    );
  });
}

interface CredentialForm {
  readonly what: string;
  fits(credential: CredentialReference): boolean;
}

const tokenForm: CredentialForm = {
  what: 'a key or a token: a text',
  fits: (credential) => typeof credential === 'string',
};
const clientForm: CredentialForm = {
  what: 'a token, or {clientId, clientSecret, scopes}',
  fits: (credential) => typeof credential === 'string' || 'clientId' in credential,
};
/** What connectors accept for a scheme. */
const formOf: { readonly [kind in Schemes[string]['kind']]: CredentialForm } = {
  key: tokenForm,
  bearer: tokenForm,
  basic: {
    what: '{username, password}',
    fits: (credential) => typeof credential !== 'string' && 'username' in credential,
  },
  oauth: clientForm,
  openId: clientForm,
  unsupported: { what: 'set as a header: this scheme is not supported', fits: () => false },
};

/** The parts of a credential that must be references. */
function secretsIn(
  credential: CredentialReference | null,
): readonly (readonly [field: string, text: string])[] {
  if (credential === null) return [];
  if (typeof credential === 'string') return [['', credential]];
  return 'password' in credential
    ? [['.password', credential.password]]
    : [['.clientSecret', credential.clientSecret]];
}
