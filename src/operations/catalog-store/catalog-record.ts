/** What is stored of a catalog beside its commands: one small file, which is replaced as a whole. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A text with references `${env:NAME}`. */
const filled = z.string();

const credential = z.union([
  filled,
  z.strictObject({ username: filled, password: filled }),
  z.strictObject({ clientId: filled, clientSecret: filled, scopes: z.array(z.string()) }),
]);

/** A version of the document, by the hash of its commands. */
const version = z.object({
  hash: z.string().regex(/^[0-9a-f]{16}$/),
  /** When it was imported, in milliseconds since 1970. */
  at: z.number(),
  commands: z.number(),
  /** Of its files. */
  bytes: z.number(),
  /** As the document names itself. */
  label: z.string(),
});

const record = z.object({
  id: z.string(),
  title: z.string(),
  /** The name of its connector: `github` in `github.issues_create`. */
  vendor: z.string(),
  format: z.enum(['openapi_2', 'openapi_3', 'graphql']),
  /** Where the document came from: a path, an address, or nothing if it was sent. */
  source: z.string(),
  enabled: z.boolean(),
  /** Its versions stay for a later import of the same title: the record only keeps what names them. */
  removed: z.boolean().default(false),
  /** The address of the API; empty if the document names none. */
  baseUrl: z.string(),
  headers: z.record(z.string(), filled),
  /** By the name of a security scheme. */
  auth: z.record(z.string(), credential),
  /** Oldest first. */
  versions: z.array(version).min(1),
  changedAt: z.number(),
  changedBy: z.string(),
});

export type CatalogRecord = z.infer<typeof record>;
export type CatalogVersion = z.infer<typeof version>;
export type CredentialReference = z.infer<typeof credential>;

/** `undefined` if the text is damaged. */
export function parseRecord(text: string): CatalogRecord | undefined {
  try {
    return record.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const textOfRecord = (written: CatalogRecord): string => `${JSON.stringify(written, null, 2)}\n`;

export const revisionOfRecord = (written: CatalogRecord): string =>
  createHash('sha256').update(textOfRecord(written)).digest('hex');

/** The version that calls of a run use that began at this time: later imports do not change it. */
export const versionAt = ({ versions }: CatalogRecord, begunAt: number): CatalogVersion => {
  const current = versions.findLast(({ at }) => at <= begunAt) ?? versions[0];
  if (current === undefined) throw new Error('A catalog has at least one version.');
  return current;
};

export const currentVersion = (found: CatalogRecord): CatalogVersion =>
  versionAt(found, Number.POSITIVE_INFINITY);
