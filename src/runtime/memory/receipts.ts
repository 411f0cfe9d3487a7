/** What requests did that may come again. */
import type { Receipts } from '../ports/receipt.ts';
import { type OpenShelves, receiptKeyOf } from './shelves.ts';

export const createReceipts = (open: OpenShelves): Receipts => ({
  find: async (key) => open().receipts.get(receiptKeyOf(key)),
});
