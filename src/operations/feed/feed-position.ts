/**
 * Positions in the feed as clients see them. They are sealed, since a number would reveal the activity of others, and
 * valid only for the tenant and the store that issued them.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { type JournalPlace, startOfJournals } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';

export interface FeedPosition extends JournalPlace {
  /** Number of events of the row that were delivered; `wholeRow` if all were. */
  readonly part: number;
}

export const wholeRow = 0xff_ff;
/** Before everything that is stored. */
const beginning = '0';

const cipher = 'aes-256-ecb';
const blockLength = 16;
const rowLength = 6;
const markAt = rowLength;
const partAt = markAt + 4;
const tenantAt = partAt + 2;

/** @param identity of the store: the key */
export function sealFeedPosition(
  identity: string,
  tenant: string,
  { row, mark, part }: FeedPosition,
): string {
  const block = Buffer.alloc(blockLength);
  block.writeUIntBE(row, 0, rowLength);
  block.write(mark, markAt, 'hex');
  block.writeUInt16BE(part, partAt);
  tagOf(tenant).copy(block, tenantAt);
  // A single block that is never the same twice: a chaining mode would add nothing.
  const seal = createCipheriv(cipher, Buffer.from(identity, 'hex'), null).setAutoPadding(false);
  return Buffer.concat([seal.update(block), seal.final()]).toString('base64url');
}

/** Throws if this store did not issue it to this tenant. */
export function openFeedPosition(identity: string, tenant: string, text: string): FeedPosition {
  if (text === beginning) return { ...startOfJournals, part: wholeRow };
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length !== blockLength || sealed.toString('base64url') !== text) throw badPosition();
  const opening = createDecipheriv(cipher, Buffer.from(identity, 'hex'), null).setAutoPadding(false);
  const block = Buffer.concat([opening.update(sealed), opening.final()]);
  if (!block.subarray(tenantAt).equals(tagOf(tenant))) throw badPosition();
  return {
    row: block.readUIntBE(0, rowLength),
    mark: block.toString('hex', markAt, partAt),
    part: block.readUInt16BE(partAt),
  };
}

const tagOf = (tenant: string): Buffer =>
  createHash('sha256')
    .update(tenant)
    .digest()
    .subarray(0, blockLength - tenantAt);

/** Where reading continues. A row that was delivered in part is read again. */
export const resumeFrom = ({ row, mark, part }: FeedPosition): JournalPlace =>
  part === wholeRow ? { row, mark } : { row: row - 1, mark: startOfJournals.mark };

function badPosition(): OperationError {
  return new OperationError({
    code: 'bad_cursor',
    message: 'The position is not valid: this feed did not issue it.',
    suggestedAction:
      'Send the “cursor” of the previous answer, or the “place” of an event. Leave it out to begin now.',
  });
}
