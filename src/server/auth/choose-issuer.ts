/** Which issuer somebody means who wants a token. */
import { findNearest, type Issuer, namesOfIssuer } from '../../operations/index.ts';

export type ChosenIssuer =
  /** `name` is the one of its names under which it is meant to sign. */
  | { readonly kind: 'issuer'; readonly issuer: Issuer; readonly name: string }
  /** Why there is none, and what to do. */
  | { readonly kind: 'problem'; readonly message: string };

/** @param requested its name; where absent, the only one that shares a secret with the server */
export function chooseIssuer(issuers: readonly Issuer[], requested: string | undefined): ChosenIssuer {
  const names = issuers.flatMap(namesOfIssuer);
  if (requested !== undefined) {
    const found = issuers.find((issuer) => namesOfIssuer(issuer).includes(requested));
    if (found !== undefined) return { kind: 'issuer', issuer: found, name: requested };
    const nearest = findNearest(requested, names);
    const hint = nearest === undefined ? listed(names) : `Did you mean “${nearest}”?`;
    return { kind: 'problem', message: `There is no issuer “${requested}”. ${hint}` };
  }
  const [first, ...others] = issuers.filter(({ key }) => key.kind === 'secret');
  if (first === undefined) return { kind: 'problem', message: noneYet };
  if (others.length === 0) return { kind: 'issuer', issuer: first, name: first.name };
  const choices = listed([first, ...others].map(({ name }) => name));
  return { kind: 'problem', message: `There are several issuers: say which with --issuer. ${choices}` };
}

const noneYet =
  'There is no issuer that shares a secret with this server, so no token can be made. Set SIGNALBOX_JWT_SECRET (32 bytes or more) and SIGNALBOX_JWT_ISSUER for this command and for the server, or write an auth file (docs/access.md).';

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'There is none.' : `There are: ${names.join(', ')}.`;
