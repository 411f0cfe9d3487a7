/** Input fields that several operations share. */
import { z } from 'zod';
import { drawingFormats } from './drawing-fields.ts';

// Ids contain no characters that could control a terminal or a log.
const printable = /^[\p{L}\p{N}\p{P}\p{S}]+$/u;

/** Simpler pattern for interfaces that list schemas and do not support the exact one. */
export const isPrintable = (text: string): boolean => text === '' || printable.test(text);

const idOf = (what: string, max = 200) => z.string().min(1).max(max).regex(printable, what);

export const runField = idOf('a run id').describe('Id of the run.');
/** Some contain names of tasks. */
export const itemField = idOf('the id of a work item', 500).describe(
  'Id of the work item, or the name that its language gives it, such as run_….2:Approve.',
);
export const workflowField = z
  .string()
  .min(1)
  .max(300)
  .describe('Id of the workflow, as the list of workflows shows it.');

/** No characters that a log, a header or a store could change. */
const isPlain = (key: string): boolean =>
  !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(key) && key.trim() === key;

/** An idempotency key. */
export const keyText = z
  .string()
  .min(1)
  .max(255)
  .refine(isPlain, 'a text without control characters and without leading or trailing spaces');

/** The subject of a principal. */
export const subjectText = z.string().min(1).max(300).refine(isPlain, 'the subject of a principal');

export const keyField = keyText
  .optional()
  .describe(
    'Idempotency key: the same key again returns the result of the first call instead of doing it twice.',
  );

/** Tells the workers of one account apart. */
export const checkoutTokenField = keyText
  .optional()
  .describe(
    'A text of your choice when you take the item. Until it is free again, all your requests that change it need it.',
  );

/** Interfaces answer within 20 seconds. */
export const waitField = z
  .int()
  .min(0)
  .max(20_000)
  .optional()
  .describe('Maximum time to wait until the run has ended or waits for an answer, in milliseconds.');

export const limitField = (max: number, defaultLimit: number) =>
  z
    .int()
    .min(1)
    .max(max)
    .default(defaultLimit)
    .describe(`Maximum number of entries. Default: ${defaultLimit}.`);

export const cursorField = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe('`nextCursor` of the previous page, with the same filters.');

const maxEvents = 1_000_000_000;

export const eventField = (what: string) => z.int().min(1).max(maxEvents).describe(what);

/** 0 is before the first event. */
export const afterField = (what: string) => z.int().min(0).max(maxEvents).describe(what);

/** Any JSON value. The engine enforces its size limit. */
export const jsonField = (what: string) => z.json().describe(what);

/** The number of values is checked first. */
export const namedField = (what: string) => z.record(z.string().max(200), z.json()).describe(what);

/** For interfaces where people type. */
export const textsField = z
  .record(z.string().max(200), z.string().max(100_000))
  .optional()
  .describe('The same values as typed text, by name. Each text is parsed by its declared type.');

/** Data as XML, if its types are those of XML Schema. */
export const xmlField = (what: string) => z.string().min(1).max(1_048_576).describe(what);

export const timestampField = (what: string) =>
  z.iso.datetime({ offset: true, message: 'a time such as 2026-01-15T10:00:00Z' }).describe(what);

export const drawingFormatField = z.enum(drawingFormats).default('text').describe('Format of the drawing.');

export const netField = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Only this net of the workflow, by its id or its name. Default: all nets.');

export const drawingWidthField = z
  .int()
  .min(24)
  .max(500)
  .default(100)
  .describe('Maximum number of columns of a text drawing.');
