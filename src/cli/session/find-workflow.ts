/** Resolves a workflow of the library: by name, or by a file whose content equals it. */

import { createHash } from 'node:crypto';
import { findNearest } from '../../expression/index.ts';
import { joinPhrases } from '../../languages/index.ts';
import type { SourceFile } from '../../operations/index.ts';
import { OperationError } from '../../operations/offline.ts';
import type { OperationResults, Session } from './session.ts';
import { findFolderProblems } from './workflow-folders.ts';

type Definition = OperationResults['definitions.list']['definitions'][number];

/** Warns if the folders of --workflows have no effect or do not exist. */
export function explainUnknown(error: unknown, session: Session, namesFolders: boolean): unknown {
  const isUnknown = error instanceof OperationError && error.details.code === 'workflow_not_found';
  if (!isUnknown || !namesFolders) return error;
  const reasons =
    session.role === 'owner'
      ? findFolderProblems(session)
      : [
          `Process ${session.owner ?? '?'} owns this data folder and reads its own workflow folders. --workflows has no effect.`,
        ];
  return new OperationError({ ...error.details, message: joinPhrases([error.details.message, ...reasons]) });
}

/** @param named the workflow, if the file holds several. @returns the id. Throws if it cannot be determined. */
export async function findWorkflow(
  session: Session,
  { path, text }: SourceFile,
  named: string | null,
): Promise<string> {
  const inside = await definitionsOf(session, createHash('sha256').update(text).digest('hex'));
  const [first] = inside;
  if (first === undefined) throw notRead(session, path);
  const names = [...new Set(inside.map(({ name }) => name))];
  const name = named ?? (names.length === 1 ? first.name : '');
  const found = inside.find((each) => each.name === name || each.id === name);
  if (found !== undefined) return found.id;
  const nearest = named === null ? undefined : findNearest(named, names);
  throw new OperationError({
    code: named === null ? 'ambiguous_workflow' : 'workflow_not_found',
    message:
      named === null
        ? `${path} holds several workflows: ${names.join(', ')}.`
        : `Workflow “${named}” does not exist in ${path}. ${nearest === undefined ? `Use one of: ${names.join(', ')}.` : `Did you mean “${nearest}”?`}`,
    suggestedAction: 'Choose one with --workflow NAME.',
  });
}

async function definitionsOf(session: Session, revision: string): Promise<readonly Definition[]> {
  const found: Definition[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: OperationResults['definitions.list'] = await session.call('definitions.list', {
      limit: 500,
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...page.definitions.filter((each) => each.revision === revision));
    cursor = page.nextCursor;
  }
  return found;
}

/** The owner of a data folder reads its own workflow folders; a file elsewhere is not in its library. */
function notRead({ role, owner }: Session, path: string): OperationError {
  const isOthers = role === 'attached';
  return new OperationError({
    code: 'workflow_not_found',
    message: isOthers
      ? `Process ${owner ?? 'of another Signalbox'} owns this data folder and does not read ${path}.`
      : `No workflow is recognized in ${path}.`,
    suggestedAction: isOthers
      ? 'Put the file into a folder that the owner reads, or use another data folder with --data.'
      : `Run “signalbox validate ${path}” to list what is wrong.`,
  });
}
