/** Detects issuers that could impersonate each other [W1.2]. */
import { type Issuer, namesOfIssuer } from './auth-configuration.ts';

export type Clash =
  | { readonly kind: 'same-name' }
  /** Each could sign the tokens of the other. */
  | { readonly kind: 'same-secret'; readonly other: string }
  /** Both could issue the same subject in the same tenant. */
  | { readonly kind: 'same-subjects'; readonly other: string; readonly tenant: string };

export function findClash(issuer: Issuer, others: readonly Issuer[]): Clash | undefined {
  if (others.some((other) => namesOfIssuer(other).includes(issuer.name))) return { kind: 'same-name' };
  for (const other of others) {
    if (haveSameSecret(issuer, other)) return { kind: 'same-secret', other: other.name };
    const tenant = issuer.tenants.find((each) => other.tenants.includes(each));
    if (tenant !== undefined && other.subjectPrefix === issuer.subjectPrefix) {
      return { kind: 'same-subjects', other: other.name, tenant };
    }
  }
  return undefined;
}

const haveSameSecret = ({ key: one }: Issuer, { key: other }: Issuer): boolean =>
  one.kind === 'secret' && other.kind === 'secret' && one.secret === other.secret;

export function describeClash({ name }: Issuer, clash: Clash): string {
  if (clash.kind === 'same-name') {
    return `The issuer “${name}” is configured twice. Configure each issuer once, in the auth file or in SIGNALBOX_JWT_ISSUER.`;
  }
  if (clash.kind === 'same-secret') {
    return `The issuers “${name}” and “${clash.other}” have the same secret, so each of them can sign as the other. Use a different secret for each.`;
  }
  const { other, tenant } = clash;
  return `The issuers “${name}” and “${other}” both grant access to the tenant “${tenant}”, and a user of one could impersonate a user of the other. Set a different “subject_prefix” for one of them.`;
}

/** Returns the issuer of a subject: the one with the longest matching prefix, among all that grant access to the tenant. */
export function ownerOfSubject(
  subject: string,
  tenant: string,
  issuers: readonly Issuer[],
): Issuer | undefined {
  return issuers
    .filter(({ tenants, subjectPrefix }) => tenants.includes(tenant) && subject.startsWith(subjectPrefix))
    .toSorted((one, other) => other.subjectPrefix.length - one.subjectPrefix.length)[0];
}
