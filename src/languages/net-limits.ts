/**
 * Limits on the size of the nets of a document, for every language. A larger document is refused before it is checked:
 * that would block the thread.
 */

export const maxWorkflows = 500;

/** Nodes, or tasks and conditions. */
export const maxNodes = 2000;
export const maxNodesPerWorkflow = 1000;

/** Dependencies and routes, or flows; and as many entries of cancellation sets. */
export const maxArcs = 10_000;
