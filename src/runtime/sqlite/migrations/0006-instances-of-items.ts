/**
 * Where in its run a work item stands, of which item it is an instance, for whom it was computed to be, and how it ended.
 * Items from before stand in the root frame: nothing that was there asked for more.
 */
export const instancesOfItems = `
ALTER TABLE items ADD COLUMN lineage TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN member_of INTEGER;
ALTER TABLE items ADD COLUMN whom TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN ending TEXT NOT NULL DEFAULT '';
`;
