/**
 * Format of a run as one JSON document, for export and import. The digest covers everything else, so changes and
 * truncation are detected.
 */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { canonicalJson, sha256 } from '../contract/canonical-json.ts';
import { subjectText } from '../contract/input-fields.ts';
import { programSchema } from './program-schema.ts';
import { eventSchema } from './read-model/event-schema.ts';

export const documentFormat = 'run-journal/1';
/** Maximum events in one document. */
export const maxDocumentEvents = 100_000;
/** Maximum characters of the whole document. */
export const maxDocumentLength = 64 * 1024 * 1024;

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal');

const correlation = z.string().regex(/^[\x21-\x7e]{1,128}$/, 'at most 128 printable characters');

export const runDocumentSchema = z.strictObject({
  signalbox: z.literal(documentFormat).describe('Format of the document.'),
  run: z
    .strictObject({
      id: z.string().min(1).max(200),
      status: z.enum(['created', 'running', 'completed', 'failed', 'cancelled']),
      createdAt: z.string().max(40),
      startedBy: subjectText,
    })
    .describe('The run as it was when it was exported.'),
  workflow: z
    .strictObject({
      language: z.string().max(100),
      name: z.string().min(1).max(300),
      version: z.string().max(100),
      revision: hash,
      source: z.string().max(4_194_304),
    })
    .describe('The definition that the run began with.'),
  program: programSchema.describe('The program that the run is pinned to.'),
  events: z.array(eventSchema).min(1).max(maxDocumentEvents).describe('Its journal, in order.'),
  correlations: z
    .exactOptional(z.record(z.string().regex(/^[1-9]\d{0,6}$/, 'the number of an event'), correlation))
    .describe('The id of the request that caused an event, by event number.'),
  payloads: z.record(hash, z.string().max(maxDocumentLength)).describe('Large values as JSON text, by hash.'),
  digest: hash.describe('SHA-256 of the rest.'),
});

export type RunDocument = z.infer<typeof runDocumentSchema>;

export function digestOf(document: Omit<RunDocument, 'digest'>): string {
  const { signalbox, run, workflow, program, events, payloads, correlations } = document;
  const optional = correlations === undefined ? {} : { correlations };
  // Programs and events are JSON.
  const covered = { signalbox, run, workflow, program, events, payloads, ...optional } as unknown as Json;
  return sha256(canonicalJson(covered));
}
