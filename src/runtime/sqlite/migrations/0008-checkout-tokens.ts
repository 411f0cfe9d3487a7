/** The token with which a work item was taken: of earlier ones none. */
export const checkoutTokens = `
ALTER TABLE items ADD COLUMN token TEXT NOT NULL DEFAULT '';
`;
