/** Fields that many operations take, described once. */
import { z } from 'zod';
import { drawingFormats } from './drawing-fields.ts';

// Nothing that could steer a terminal or a log is part of an id.
const printable = /^[\p{L}\p{N}\p{P}\p{S}]+$/u;

/** For doors that list schemas to whom that pattern says nothing. */
export const isPrintable = (text: string): boolean => text === '' || printable.test(text);

const idOf = (what: string, max = 200) => z.string().min(1).max(max).regex(printable, what);

export const runField = idOf('a run id').describe('Id of the run.');
/** The names of tasks are part of some. */
export const itemField = idOf('the id of a work item', 500).describe(
  'Id of the work item; of a YAWL task also in YAWL’s form, such as run_….2:Approve.',
);
export const workflowField = z
  .string()
  .min(1)
  .max(300)
  .describe('Id of the workflow, as the list of workflows shows it.');

/** Nothing that a log, a header or a store could change on its way. */
const isPlain = (key: string): boolean =>
  !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(key) && key.trim() === key;

/** An idempotency key, wherever there is one. */
export const keyText = z
  .string()
  .min(1)
  .max(255)
  .refine(isPlain, 'a text without control characters, and without spaces at its ends');

export const keyField = keyText
  .optional()
  .describe('The same key again gives the result of the first call instead of doing it twice.');

/** Doors answer within 20 seconds. */
export const waitField = z
  .int()
  .min(0)
  .max(20_000)
  .optional()
  .describe('Milliseconds to wait at most until the run has ended or waits for somebody.');

export const limitField = (max: number, defaultLimit: number) =>
  z.int().min(1).max(max).default(defaultLimit).describe(`How many at most; ${defaultLimit} where absent.`);

export const cursorField = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe('`nextCursor` of the page before, with the same filters.');

const maxEvents = 1_000_000_000;

export const eventField = (what: string) => z.int().min(1).max(maxEvents).describe(what);

/** 0 is before the first event. */
export const afterField = (what: string) => z.int().min(0).max(maxEvents).describe(what);

/** Any JSON value; the engine holds it against its own limit of size. */
export const jsonField = (what: string) => z.json().describe(what);

/** How many they may be is looked at before anything else. */
export const namedField = (what: string) => z.record(z.string().max(200), z.json()).describe(what);

/** For doors where people type. */
export const textsField = z
  .record(z.string().max(200), z.string().max(100_000))
  .optional()
  .describe('The same as a person typed it, by name: each text is read by its declared type.');

/** Data as XML, where its types are those of XML Schema. */
export const xmlField = (what: string) => z.string().min(1).max(1_048_576).describe(what);

export const timestampField = (what: string) =>
  z.iso.datetime({ offset: true, message: 'a time such as 2026-01-15T10:00:00Z' }).describe(what);

export const drawingFormatField = z.enum(drawingFormats).default('text').describe('What kind of drawing.');

export const netField = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'Only this net, by its id or its name, where the workflow has several; all of them where absent.',
  );

export const drawingWidthField = z
  .int()
  .min(24)
  .max(500)
  .default(100)
  .describe('Columns of a drawing as text at most.');
