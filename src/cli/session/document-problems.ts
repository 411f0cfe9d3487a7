/** Summarizes the problems of a workflow document in one line, with the command that lists all of them. */
import { cleanText } from '../../drawing/index.ts';
import type { DefinitionDetails } from '../../operations/index.ts';
import { firstProblem } from '../../operations/offline.ts';
import type { Host } from '../host/host.ts';
import type { OperationResults, Session } from './session.ts';
import { fileOfDocument } from './workflow-folders.ts';

export type ListedDefinition = OperationResults['definitions.list']['definitions'][number];

/** The first error, or the first warning if there are no errors; `undefined` if the document has neither. */
export function describeFirstProblem({ path, violations, warnings }: DefinitionDetails): string | undefined {
  const warning = firstProblem(path, warnings, 'warning');
  return firstProblem(path, violations, 'error') ?? (warning && `Warning: ${warning}`);
}

export interface ReportedProblem {
  readonly problem: string;
  /** The command to type; `undefined` if the file is in a folder that another process reads. */
  readonly advice: string | undefined;
}

/** Files that are reported, with the first problem of each. */
const maxFiles = 5;

const describeMissingConnector = ({ id, missing }: ListedDefinition): ReportedProblem => ({
  problem: cleanText(
    `${id}: no single connector offers ${missing.join(', ')}. The workflow cannot run until one connector offers it, or the call names the connector.`,
  ),
  advice: undefined,
});

/** Documents with errors, warnings or missing operations: each file once, files with errors first. */
export async function listProblems(
  session: Session,
  host: Host,
  listed: readonly ListedDefinition[],
): Promise<readonly ReportedProblem[]> {
  const mistaken = listed.filter(({ violations }) => violations > 0);
  const warned = listed.filter(({ violations, warnings }) => violations === 0 && warnings > 0);
  // The entry for a folder that cannot be read has no file.
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
