/** The credentials that the commands of an API need, and what is set, masked. */
import { z } from 'zod';
import type { CatalogIndex } from '../../catalogs/index.ts';
import { byName, described, listOf, objectOf, text } from '../../languages/output-fields.ts';
import type { CatalogRecord } from '../catalog-store/catalog-record.ts';
import { maskTexts } from './mask-text.ts';

const scheme = objectOf({
  name: text('As “auth” of “catalogs.configure” names it.'),
  kind: described(
    z.enum(['key', 'basic', 'bearer', 'oauth', 'openId', 'unsupported']),
    'A key, HTTP basic, a bearer token, OAuth 2, OpenID Connect.',
  ),
  credential: byName(text(), 'What is set, masked; empty if nothing is.'),
});

export const schemesField = listOf(scheme, 'The credentials that commands need.');

type Auth = CatalogRecord['auth'];

export const viewSchemes = (
  { schemes }: Pick<CatalogIndex, 'schemes'>,
  auth: Auth,
): z.infer<typeof schemesField> =>
  Object.entries(schemes).map(([name, { kind }]) => ({
    name,
    kind,
    credential: maskTexts(partsOf(Object.hasOwn(auth, name) ? auth[name] : undefined)),
  }));

function partsOf(credential: Auth[string] | undefined): { readonly [name: string]: string } {
  if (credential === undefined) return {};
  if (typeof credential === 'string') return { token: credential };
  const { scopes, ...texts } = { scopes: [], ...credential };
  return scopes.length === 0 ? texts : { ...texts, scopes: scopes.join(' ') };
}
