/** Answers in forms: how an audited request came, and whose user declined to answer (a JSON list; '' if none). */
export const formsOfClients = `
ALTER TABLE audit ADD COLUMN via TEXT NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN declined_by TEXT NOT NULL DEFAULT '';
`;
