/**
 * Limits on the size of the nets of a document, for every language. A larger document is refused before it is checked:
 * that would block the thread.
 */

/** Workflows of a graph document, specifications of a YAWL file. */
export const maxWorkflows = { graph: 500, yawl: 100 } as const;

/** Nodes of a graph document, tasks and conditions of a YAWL file. */
export const maxNodes = 2000;
export const maxNodesPerWorkflow = 1000;

/** Dependencies and routes of a graph document, flows of a YAWL file, and as many entries of its cancellation sets. */
export const maxArcs = 10_000;

/** Steps of a guide: they follow each other. */
export const maxSteps = 1000;
