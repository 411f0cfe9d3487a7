/** The versions of YAWL's schema, oldest first. The forms define their differences. */

export const versions = [
  'Beta 2',
  'Beta 3',
  'Beta 4',
  'Beta 6',
  'Beta 7.1',
  '2.0',
  '2.1',
  '2.2',
  '3.0',
  '4.0',
] as const;

export type Version = (typeof versions)[number];

const betaNamespace = 'http://www.citi.qut.edu.au/yawl';
const releaseNamespace = 'http://www.yawlfoundation.org/yawlschema';

/** The version as its author wrote it; `undefined` if it does not exist. */
export function findVersion(written: string): Version | undefined {
  const name = written.trim() === 'beta3' ? 'Beta 3' : written.trim();
  return versions.find((version) => version === name);
}

const isBeta = (version: Version): boolean => version.startsWith('Beta');

/** The namespaces of its elements; the first is the usual one. */
export const namespacesOf = (version: Version): readonly string[] =>
  isBeta(version) ? [betaNamespace, ''] : [releaseNamespace];

/** The versions that have a feature. */
export interface VersionRange {
  readonly since?: Version;
  /** The last version that has it. */
  readonly until?: Version;
}

export function isInVersion({ since, until }: VersionRange, version: Version): boolean {
  const at = versions.indexOf(version);
  return (
    (since === undefined || versions.indexOf(since) <= at) &&
    (until === undefined || at <= versions.indexOf(until))
  );
}

/** “from version 2.1 on”, “up to version Beta 4”. */
export function describeVersionRange({ since, until }: VersionRange): string {
  const parts = [
    since === undefined ? '' : `from version ${since} on`,
    until === undefined ? '' : `up to version ${until}`,
  ];
  return parts.filter((part) => part !== '').join(' and ') || 'in every version';
}
