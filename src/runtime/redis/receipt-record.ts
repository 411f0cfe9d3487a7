/**
 * The record of a key in Redis: a claim of a replica, or the receipt of an executed request. Other values (of another
 * version, another program, or another key) are ignored.
 */
import { createHash } from 'node:crypto';
import type { Receipt, ReceiptKey } from '../ports/receipt.ts';

export type ReceiptRecord =
  | { readonly kind: 'claimed'; readonly by: string; readonly key: ReceiptKey }
  | { readonly kind: 'done'; readonly receipt: Receipt };

const version = 1;

/** Longer texts are not records. */
export const maxRecordLength = 65_536;

/** Reveals nothing about callers, and has a fixed length. */
export const recordName = ({ tenant, subject, operation, key }: ReceiptKey): string =>
  createHash('sha256')
    .update(JSON.stringify([tenant, subject, operation, key]))
    .digest('hex');

/** @param token unique for each claim */
export const encodeClaim = (
  by: string,
  token: string,
  { tenant, subject, operation, key }: ReceiptKey,
): string =>
  JSON.stringify({ version, kind: 'claimed', by, token, key: { tenant, subject, operation, key } });

export const encodeDone = (receipt: Receipt): string => JSON.stringify({ version, kind: 'done', receipt });

/** `undefined` if it is not a record. */
export function decodeRecord(text: string): ReceiptRecord | undefined {
  const record = parse(text);
  if (!isObject(record) || record['version'] !== version) return undefined;
  const { kind, by, key, receipt } = record;
  if (kind === 'claimed' && typeof by === 'string' && hasKey(key)) return { kind, by, key };
  return kind === 'done' && isReceipt(receipt) ? { kind, receipt } : undefined;
}

export const isRecordOf = (record: ReceiptRecord, key: ReceiptKey): boolean =>
  recordName(record.kind === 'done' ? record.receipt : record.key) === recordName(key);

const textsOfKey = ['tenant', 'subject', 'operation', 'key'];
const textsOfReceipt = [...textsOfKey, 'input', 'run', 'outcome'];
const numbersOfReceipt = ['seq', 'at', 'expiresAt'];

const hasKey = (value: unknown): value is ReceiptKey =>
  isObject(value) && textsOfKey.every((name) => typeof value[name] === 'string');

const isReceipt = (value: unknown): value is Receipt =>
  isObject(value) &&
  textsOfReceipt.every((name) => typeof value[name] === 'string') &&
  numbersOfReceipt.every((name) => Number.isSafeInteger(value[name]));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
