/** Chooses the issuer for a new token. */
import { findNearest, type Issuer, namesOfIssuer } from '../../operations/index.ts';

export type ChosenIssuer =
  /** `name` is the one of its names that it signs with. */
  | { readonly kind: 'issuer'; readonly issuer: Issuer; readonly name: string }
  /** Why there is none, and what to do. */
  | { readonly kind: 'problem'; readonly message: string };

/** @param requested its name; default: the only one that shares a secret with the server */
export function chooseIssuer(issuers: readonly Issuer[], requested: string | undefined): ChosenIssuer {
  const names = issuers.flatMap(namesOfIssuer);
  if (requested !== undefined) {
    const found = issuers.find((issuer) => namesOfIssuer(issuer).includes(requested));
    if (found !== undefined) return { kind: 'issuer', issuer: found, name: requested };
    const nearest = findNearest(requested, names);
    const hint = nearest === undefined ? listed(names) : `Did you mean “${nearest}”?`;
    return { kind: 'problem', message: `The issuer “${requested}” does not exist. ${hint}` };
  }
  const [first, ...others] = issuers.filter(({ key }) => key.kind === 'secret');
  if (first === undefined) return { kind: 'problem', message: noneYet };
  if (others.length === 0) return { kind: 'issuer', issuer: first, name: first.name };
  const choices = listed([first, ...others].map(({ name }) => name));
  return { kind: 'problem', message: `There are several issuers. Choose one with --issuer. ${choices}` };
}

const noneYet =
  'No issuer shares a secret with this server, so it cannot create a token. Set SIGNALBOX_JWT_SECRET (32 bytes or more) and SIGNALBOX_JWT_ISSUER for this command and for the server, or write an auth file (docs/access.md).';

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'No issuers are configured.' : `Issuers: ${names.join(', ')}.`;
