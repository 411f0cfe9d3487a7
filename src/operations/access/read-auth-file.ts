/** Reads the auth file and reports all violations at once, each with its location. */
import {
  createReporter,
  type Located,
  listViolations,
  parseDocument,
  type Reporter,
  readShape,
  report,
  type SourceFile,
  type Violation,
} from '../../languages/index.ts';
import type { AuthConfiguration, Issuer } from './auth-configuration.ts';
import { authShape } from './auth-shape.ts';
import { describeClash, findClash } from './find-clash.ts';
import { readCertificate } from './read-certificate.ts';
import { readIssuer } from './read-issuer.ts';

export interface AuthFileResult {
  /** The valid part. */
  readonly configuration: AuthConfiguration;
  /** Values from the environment, to redact. */
  readonly secrets: readonly string[];
  readonly violations: readonly Violation[];
}

export interface AuthFileContext {
  /** The environment for `${env:NAME}`. */
  readonly variables: { readonly [name: string]: string | undefined };
  /** Whether several tenants share the installation. */
  readonly hasTenants: boolean;
  /** Issuers that are configured outside the file. */
  readonly others: readonly Issuer[];
}

export function readAuthFile(
  source: SourceFile,
  { variables, hasTenants, others }: AuthFileContext,
): AuthFileResult {
  const document = parseDocument(source);
  const reporter = createReporter(document, document.quota);
  const environment = { variables, secrets: new Set<string>() };
  const reader = { reporter, hasTenants, environment };
  const fields = document.root === null ? undefined : readShape(reporter, document.root, authShape);
  const read = <Rule>(
    key: 'issuers' | 'certificates',
    readRule: (item: Located) => Rule | undefined,
  ): readonly LocatedIssuer<Rule>[] =>
    (fields?.read(key)?.items ?? []).flatMap((at) => {
      const rule = readRule(at);
      return rule === undefined ? [] : [{ rule, at }];
    });
  const issuers = read('issuers', (item) => readIssuer(reader, item));
  const certificates = read('certificates', (item) => readCertificate(reader, item));
  reportClashes(reporter, issuers, others);
  const seen = new Set<string>();
  for (const { rule, at } of certificates) {
    if (seen.has(rule.spiffe)) refuse(reporter, at, `“${rule.spiffe}” occurs twice.`, 'each id once');
    seen.add(rule.spiffe);
  }
  return {
    configuration: {
      issuers: issuers.map(({ rule }) => rule),
      certificates: certificates.map(({ rule }) => rule),
    },
    secrets: [...environment.secrets],
    violations: listViolations([...document.violations, ...reporter.violations()]),
  };
}

interface LocatedIssuer<Rule> {
  readonly rule: Rule;
  readonly at: Located;
}

/** Compares each issuer with the previous ones. */
function reportClashes(
  reporter: Reporter,
  issuers: readonly LocatedIssuer<Issuer>[],
  others: readonly Issuer[],
): void {
  const before = [...others];
  for (const { rule, at } of issuers) {
    const clash = findClash(rule, before);
    if (clash !== undefined) refuse(reporter, at, describeClash(rule, clash), 'distinguishable issuers');
    before.push(rule);
  }
}

function refuse(reporter: Reporter, at: Located, message: string, expected: string): void {
  report(reporter, at, { rule: 'clash', message, expected, actual: 'the same' });
}
