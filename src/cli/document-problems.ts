/** What is wrong with the document of a workflow, in a line; and how all of it is seen. */
import { cleanText } from '../drawing/index.ts';
import type { DefinitionDetails } from '../operations/index.ts';
import { firstProblem } from '../operations/offline.ts';
import type { Host } from './host.ts';
import type { OperationResults, Session } from './session.ts';
import { fileOfDocument } from './workflow-folders.ts';

export type ListedDefinition = OperationResults['definitions.list']['definitions'][number];

/** The first mistake, else the first warning; undefined where it has neither by now. */
export function describeFirstProblem({ path, violations, warnings }: DefinitionDetails): string | undefined {
  const warning = firstProblem(path, warnings, 'warning');
  return firstProblem(path, violations, 'mistake') ?? (warning && `Warning of ${warning}`);
}

export interface ReportedProblem {
  readonly problem: string;
  /** What to type; undefined where the file is in a folder of another process. */
  readonly advice: string | undefined;
}

/** Of so many files the first is told of each. */
const maxFiles = 5;

const describeMissingConnector = ({ id, missing }: ListedDefinition): ReportedProblem => ({
  problem: cleanText(`${id}: no connector offers ${missing.join(', ')}. It cannot run until one does.`),
  advice: undefined,
});

/** Of those that have mistakes, warnings or nobody to call: each file once, those with mistakes first. */
export async function listProblems(
  session: Session,
  host: Host,
  listed: readonly ListedDefinition[],
): Promise<readonly ReportedProblem[]> {
  const mistaken = listed.filter(({ violations }) => violations > 0);
  const warned = listed.filter(({ violations, warnings }) => violations === 0 && warnings > 0);
  // What stands for a whole folder that cannot be read has no file.
  const files = new Map(
    [...mistaken, ...warned]
      .filter(({ path }) => path !== '')
      .map((each) => [`${each.origin.kind} ${each.origin.name} ${each.path}`, each]),
  );
  const reported: ReportedProblem[] = [];
  for (const each of [...files.values()].slice(0, maxFiles)) {
    const problem = describeFirstProblem(
      await session.call('definitions.get', { workflow: each.id, drawUpTo: 0 }),
    );
    const file = fileOfDocument(session, host, each);
    const advice = file === undefined ? undefined : `signalbox validate ${cleanText(file)}`;
    if (problem !== undefined) reported.push({ problem: cleanText(problem), advice });
  }
  const lacking = listed.filter(({ missing }) => missing.length > 0).slice(0, maxFiles);
  return [...reported, ...lacking.map(describeMissingConnector)];
}
