/** What credentials a document describes, and which of them an operation needs. */
import type { ApiDocument } from './api-document.ts';
import { securitySchemesOf } from './declared-parameters.ts';
import { followReference } from './follow-reference.ts';
import type { Endpoint } from './list-endpoints.ts';
import { asList, asText, entriesOf, ownField } from './own-field.ts';

export type SecurityScheme =
  | { readonly kind: 'key'; readonly location: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly kind: 'basic' }
  | { readonly kind: 'bearer' }
  /** Client credentials of OAuth 2. The address of tokens is empty if the document has none. */
  | { readonly kind: 'oauth'; readonly tokenUrl: string }
  /** The document of the provider says where tokens are. */
  | { readonly kind: 'openId'; readonly url: string }
  | { readonly kind: 'unsupported'; readonly type: string };

/** By name. */
export function schemesOf(api: ApiDocument): ReadonlyMap<string, SecurityScheme> {
  return new Map(
    securitySchemesOf(api).map(([name, reference]) => {
      const scheme = followReference(api.root, reference);
      const read = (key: string): string => asText(ownField(scheme, key)) ?? '';
      return [name, toScheme(read('type'), read, ownField(scheme, 'flows'))];
    }),
  );
}

function toScheme(
  type: string,
  read: (key: string) => string,
  flows: Parameters<typeof ownField>[0],
): SecurityScheme {
  const scheme = read('scheme').toLowerCase();
  const location = read('in');
  if (type === 'apiKey' && (location === 'header' || location === 'query' || location === 'cookie'))
    return { kind: 'key', location, name: read('name') };
  if (type === 'basic' || (type === 'http' && scheme === 'basic')) return { kind: 'basic' };
  if (type === 'http' && scheme === 'bearer') return { kind: 'bearer' };
  if (type === 'openIdConnect') return { kind: 'openId', url: read('openIdConnectUrl') };
  if (type === 'oauth2') {
    const flow = ownField(flows, 'clientCredentials') ?? entriesOf(flows)[0]?.[1];
    return { kind: 'oauth', tokenUrl: asText(ownField(flow, 'tokenUrl')) ?? read('tokenUrl') };
  }
  return { kind: 'unsupported', type: [type, scheme].filter((part) => part !== '').join(' ') };
}

/** The credentials of one alternative, with the scopes of each. */
export type SecurityNeed = readonly { readonly scheme: string; readonly scopes: readonly string[] }[];

/** Alternatives, of which one is enough; empty if nothing is needed. */
export function securityOf({ root }: ApiDocument, { operation }: Endpoint): readonly SecurityNeed[] {
  return asList(ownField(operation, 'security') ?? ownField(root, 'security')).map((need) =>
    entriesOf(need).map(([scheme, scopes]) => ({
      scheme,
      scopes: asList(scopes).filter((scope) => typeof scope === 'string'),
    })),
  );
}
