/** What is wrong with the document of a workflow, in a line; and how all of it is seen. */
import { cleanText } from '../drawing/index.ts';
import type { DefinitionDetails } from '../operations/index.ts';
import { firstProblem } from '../operations/offline.ts';
import type { Host } from './host.ts';
import type { Answers, Session } from './session.ts';
import { fileOfDocument } from './workflow-folders.ts';

export type ListedDefinition = Answers['definitions.list']['definitions'][number];

/** The first mistake, else the first warning; undefined where it has neither by now. */
export function problemOf({ path, violations, warnings }: DefinitionDetails): string | undefined {
  const warning = firstProblem(path, warnings, 'warning');
  return firstProblem(path, violations, 'mistake') ?? (warning && `Warning of ${warning}`);
}

export interface ToldProblem {
  readonly problem: string;
  /** What to type; undefined where the file is in a folder of another process. */
  readonly advice: string | undefined;
}

/** Of so many files the first is told of each. */
const most = 5;

const lackOf = ({ id, missing }: ListedDefinition): ToldProblem => ({
  problem: cleanText(`${id}: no connector offers ${missing.join(', ')}. It cannot run until one does.`),
  advice: undefined,
});

/** Of those that have mistakes, warnings or nobody to call: each file once, those with mistakes first. */
export async function problemsOf(
  session: Session,
  host: Host,
  listed: readonly ListedDefinition[],
): Promise<readonly ToldProblem[]> {
  const mistaken = listed.filter(({ violations }) => violations > 0);
  const warned = listed.filter(({ violations, warnings }) => violations === 0 && warnings > 0);
  // What stands for a whole folder that cannot be read has no file.
  const files = new Map(
    [...mistaken, ...warned]
      .filter(({ path }) => path !== '')
      .map((each) => [`${each.origin.kind} ${each.origin.name} ${each.path}`, each]),
  );
  const told: ToldProblem[] = [];
  for (const each of [...files.values()].slice(0, most)) {
    const problem = problemOf(await session.call('definitions.get', { workflow: each.id, drawUpTo: 0 }));
    const file = fileOfDocument(session, host, each);
    const advice = file === undefined ? undefined : `signalbox validate ${cleanText(file)}`;
    if (problem !== undefined) told.push({ problem: cleanText(problem), advice });
  }
  const lacking = listed.filter(({ missing }) => missing.length > 0).slice(0, most);
  return [...told, ...lacking.map(lackOf)];
}
