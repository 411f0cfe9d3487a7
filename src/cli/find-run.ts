/** RUN as it is typed: an id, the beginning of one, or `last`. */
import { findNearest } from '../expression/index.ts';
import { OperationError } from '../operations/offline.ts';
import type { Session } from './session.ts';

/** So many are named where it could be any of them. */
const maxListed = 5;

/** @returns the id. Throws where there is none, or more than one. */
export async function findRun(session: Session, word: string): Promise<string> {
  if (word === 'last') return findLast(session);
  // Every id begins alike: that part may be left out.
  for (const prefix of [word, `run_${word}`]) {
    const { runs } = await session.call('runs.list', { prefix, limit: maxListed + 1 });
    const ids = runs.map(({ run }) => run);
    const [first] = ids;
    if (first !== undefined && (ids.length === 1 || ids.includes(prefix))) {
      return ids.includes(prefix) ? prefix : first;
    }
    if (ids.length > 1) return (await exists(session, prefix)) ? prefix : ambiguous(word, ids);
  }
  throw await notFound(session, word);
}

async function findLast(session: Session): Promise<string> {
  const { runs } = await session.call('runs.list', { limit: 1 });
  const [newest] = runs;
  if (newest !== undefined) return newest.run;
  throw new OperationError({
    code: 'run_not_found',
    message: 'There are no runs yet.',
    suggestedAction: 'Start one with “signalbox run NAME”.',
  });
}

/** An id that others begin with need not be among the newest of them. */
async function exists(session: Session, run: string): Promise<boolean> {
  try {
    await session.call('runs.get', { run });
    return true;
  } catch (error) {
    if (error instanceof OperationError && error.details.category === 'not_found') return false;
    throw error;
  }
}

function ambiguous(word: string, ids: readonly string[]): never {
  const shown = ids.slice(0, maxListed).join(', ');
  const others = ids.length > maxListed ? ', and others' : '';
  throw new OperationError({
    code: 'ambiguous_run',
    message: `“${word}” is the beginning of several runs: ${shown}${others}.`,
    suggestedAction: 'Write more of the id.',
  });
}

async function notFound(session: Session, word: string): Promise<OperationError> {
  const { runs } = await session.call('runs.list', { limit: 200 });
  const nearest = findNearest(
    word,
    runs.map(({ run }) => run),
  );
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  return new OperationError({
    code: 'run_not_found',
    message: `There is no run “${word}”.${hint}`,
    suggestedAction:
      'List them with “signalbox runs”; with --data DIR where a server keeps them in another folder. Runs that ended long ago may have been purged.',
  });
}
