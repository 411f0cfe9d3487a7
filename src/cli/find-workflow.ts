/** Which workflow of the library is meant: by a name, or by a file, as the one with its very content. */
import { createHash } from 'node:crypto';
import { findNearest } from '../expression/index.ts';
import type { SourceFile } from '../operations/index.ts';
import { OperationError } from '../operations/offline.ts';
import type { OperationResults, Session } from './session.ts';
import { findFolderProblems } from './workflow-folders.ts';

type Definition = OperationResults['definitions.list']['definitions'][number];

/** Whoever named folders of workflows is told where they do not count, or are none. */
export function explainUnknown(error: unknown, session: Session, namesFolders: boolean): unknown {
  const isUnknown = error instanceof OperationError && error.details.code === 'workflow_not_found';
  if (!isUnknown || !namesFolders) return error;
  const reasons =
    session.role === 'owner'
      ? findFolderProblems(session)
      : [
          `Process ${session.owner ?? '?'} owns this data folder: the folders of workflows that it reads count, not --workflows.`,
        ];
  return new OperationError({ ...error.details, message: [error.message, ...reasons].join(' ') });
}

/** @param named which, where the file holds several. @returns the id. Throws where it cannot be told. */
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
        : `There is no workflow “${named}” in ${path}. ${nearest === undefined ? `There are: ${names.join(', ')}.` : `Did you mean “${nearest}”?`}`,
    suggestedAction: 'Say which one with --workflow NAME.',
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

/** The owner of a data folder reads its own folders: what others are told to read is not there. */
function notRead({ role, owner }: Session, path: string): OperationError {
  const isOthers = role === 'attached';
  return new OperationError({
    code: 'workflow_not_found',
    message: isOthers
      ? `Process ${owner ?? 'of another Signalbox'} owns this data folder, and does not read ${path}.`
      : `No workflow is recognised in ${path}.`,
    suggestedAction: isOthers
      ? 'Put the file into a folder that it reads, or use another data folder with --data.'
      : `“signalbox validate ${path}” tells what is wrong.`,
  });
}
