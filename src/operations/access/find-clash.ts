/** Whether two issuers could be taken for each other: nobody of one may pose as somebody of another [W1.2]. */
import { type Issuer, namesOfIssuer } from './auth-configuration.ts';

export type Clash =
  | { readonly kind: 'same-name' }
  /** Each could sign what the other signs. */
  | { readonly kind: 'same-secret'; readonly other: string }
  /** Both give subjects of the same tenant, and the same ones. */
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
    return `There is an issuer “${name}” already: each stands once, in the auth file or in SIGNALBOX_JWT_ISSUER.`;
  }
  if (clash.kind === 'same-secret') {
    return `The issuers “${name}” and “${clash.other}” have the same secret, so each of them can sign as the other. Give each a secret of its own.`;
  }
  const { other, tenant } = clash;
  return `The issuers “${name}” and “${other}” both let people into the tenant “${tenant}”, and somebody of one could pose as somebody of the other. Give one of them a “subject_prefix” of its own.`;
}

/** Whose subject it is: that of the issuer whose prefix fits best, among all who let people into the tenant. */
export function ownerOfSubject(
  subject: string,
  tenant: string,
  issuers: readonly Issuer[],
): Issuer | undefined {
  return issuers
    .filter(({ tenants, subjectPrefix }) => tenants.includes(tenant) && subject.startsWith(subjectPrefix))
    .toSorted((one, other) => other.subjectPrefix.length - one.subjectPrefix.length)[0];
}
