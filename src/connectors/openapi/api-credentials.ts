/** The credentials of an API, by the name that its document gives them, and what they add to a request. */
import {
  type ApiOperation,
  encodeStrictly,
  type SecurityNeed,
  type SecurityScheme,
} from '../../catalogs/index.ts';

/** As the operator configures it. */
export type Credential =
  /** A key, or a bearer token. */
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'login'; readonly username: string; readonly password: string }
  /** Exchanged for tokens. */
  | {
      readonly kind: 'client';
      readonly id: string;
      readonly secret: string;
      /** Empty: the scopes that the operation needs. */
      readonly scopes: readonly string[];
    };

export type Credentials = ReadonlyMap<string, Credential>;

/** For a redactor. */
export const secretOf = (credential: Credential): string =>
  credential.kind === 'token'
    ? credential.token
    : credential.kind === 'login'
      ? credential.password
      : credential.secret;

/** What is added to a request. */
export interface AddedCredentials {
  readonly headers: { readonly [name: string]: string };
  /** Parts `name=value`, encoded. */
  readonly query: readonly string[];
  readonly cookies: readonly string[];
}

export type ChosenNeed =
  | { readonly kind: 'need'; readonly need: SecurityNeed }
  /** The schemes of which one is missing. */
  | { readonly kind: 'missing'; readonly schemes: readonly string[] };

/** The first alternative for which there are credentials; nothing is added where none are needed. */
export function chooseNeed(
  { security }: Pick<ApiOperation, 'security'>,
  schemes: ReadonlyMap<string, SecurityScheme>,
  credentials: Credentials,
): ChosenNeed {
  const isMet = (id: string): boolean => isFor(credentials.get(id), schemes.get(id));
  const need = security.find((each) => each.length > 0 && each.every(({ scheme }) => isMet(scheme)));
  if (need !== undefined) return { kind: 'need', need };
  if (security.length === 0 || security.some((each) => each.length === 0)) return { kind: 'need', need: [] };
  return { kind: 'missing', schemes: [...new Set(security.flat().map(({ scheme }) => scheme))] };
}

const kindsFor: { readonly [kind in SecurityScheme['kind']]: readonly Credential['kind'][] } = {
  key: ['token'],
  basic: ['login'],
  bearer: ['token'],
  oauth: ['token', 'client'],
  openId: ['token', 'client'],
  unsupported: [],
};

const isFor = (credential: Credential | undefined, scheme: SecurityScheme | undefined): boolean =>
  credential !== undefined && scheme !== undefined && kindsFor[scheme.kind].includes(credential.kind);

/** @param token of the client, or null for other credentials */
export function addCredential(
  scheme: SecurityScheme,
  credential: Credential,
  token: string | null,
): AddedCredentials {
  const given = credential.kind === 'token' ? credential.token : (token ?? '');
  const none: AddedCredentials = { headers: {}, query: [], cookies: [] };
  const withHeader = (name: string, value: string): AddedCredentials => ({
    ...none,
    headers: { [name]: value },
  });
  switch (scheme.kind) {
    case 'key': {
      const part = `${encodeStrictly(scheme.name)}=${encodeStrictly(given)}`;
      if (scheme.location === 'header') return withHeader(scheme.name.toLowerCase(), given);
      if (scheme.location === 'query') return { ...none, query: [part] };
      // Many servers do not decode cookies.
      return { ...none, cookies: [isCookieValue(given) ? `${scheme.name}=${given}` : part] };
    }
    case 'basic': {
      const login = credential.kind === 'login' ? `${credential.username}:${credential.password}` : '';
      return withHeader('authorization', `Basic ${Buffer.from(login).toString('base64')}`);
    }
    case 'bearer':
    case 'oauth':
    case 'openId':
      return withHeader('authorization', `Bearer ${given}`);
    case 'unsupported':
      return none;
  }
}

const isCookieValue = (text: string): boolean => /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text);
