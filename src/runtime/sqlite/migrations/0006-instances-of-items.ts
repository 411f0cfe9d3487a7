/**
 * The position of a work item in its run, its group, its computed assignees, and how it ended. Earlier items are in
 * the root frame: no earlier run needed more.
 */
export const instancesOfItems = `
ALTER TABLE items ADD COLUMN lineage TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN member_of INTEGER;
ALTER TABLE items ADD COLUMN whom TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN ending TEXT NOT NULL DEFAULT '';
`;
