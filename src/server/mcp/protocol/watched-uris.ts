/** Finds changed resources: those of documents with a new revision, and those of runs. */
import type { DefinitionList, Principal, RunList } from '../../../operations/index.ts';
import { uriOfGraph, uriOfRun, uriOfWorkflow } from '../present/resource-uri.ts';
import type { PerformAs } from '../runs/call-context.ts';

const workflowParts = ['whole', 'source', 'schema', 'drawing.svg'] as const;
const runParts = ['whole', 'state', 'output', 'drawing.svg'] as const;
/** Number of newest runs that are reported when changes were lost. */
const maxRuns = 1_000;

export const urisOfRun = (run: string): readonly string[] => runParts.map((part) => uriOfRun(run, part));

/** @returns a function that returns what changed since its last call */
export function createDefinitionDiff(
  performAs: PerformAs,
  principal: Principal,
): () => Promise<readonly string[]> {
  let known: ReadonlyMap<string, string> | undefined;
  return async () => {
    const now = new Map<string, string>();
    for await (const { id, domain, revision } of allDefinitions(performAs, principal)) {
      for (const part of workflowParts) now.set(uriOfWorkflow({ id, domain }, part), revision);
      const graph = uriOfGraph({ domain });
      now.set(graph, `${now.get(graph) ?? ''} ${id} ${revision}`);
    }
    const before = known ?? now;
    known = now;
    const gone = [...before.keys()].filter((uri) => !now.has(uri));
    return [...gone, ...[...now].filter(([uri, is]) => before.get(uri) !== is).map(([uri]) => uri)];
  };
}

async function* allDefinitions(performAs: PerformAs, principal: Principal) {
  let cursor: string | null = null;
  do {
    const input = { limit: 500, ...(cursor === null ? {} : { cursor }) };
    // The operation's own type guarantees the shape.
    const page = (await performAs(principal, 'definitions.list', input)) as unknown as DefinitionList;
    yield* page.definitions;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

export async function urisOfRecentRuns(
  performAs: PerformAs,
  principal: Principal,
): Promise<readonly string[]> {
  const uris: string[] = [];
  let cursor: string | null = null;
  for (let seen = 0; seen < maxRuns; ) {
    const input = { limit: 200, ...(cursor === null ? {} : { cursor }) };
    const page = (await performAs(principal, 'runs.list', input)) as unknown as RunList;
    uris.push(...page.runs.flatMap(({ run }) => urisOfRun(run)));
    seen += page.runs.length;
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return uris;
}
