/** Resolves RUN as it is typed: an id, the beginning of an id, or `last`. */
import { findNearest } from '../../expression/index.ts';
import { OperationError } from '../../operations/offline.ts';
import type { Session } from './session.ts';

/** Candidates that an ambiguity message names. */
const maxListed = 5;

/** @returns the id. Throws if no run or more than one matches. */
export async function findRun(session: Session, word: string): Promise<string> {
  if (word === 'last') return findLast(session);
  // Every id has the same prefix: it may be left out.
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
    message: 'No run exists yet.',
    suggestedAction: 'Start one with “signalbox run NAME”.',
  });
}

/** An exact match may be older than the listed runs that share its beginning. */
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
    message: `“${word}” matches several runs: ${shown}${others}.`,
    suggestedAction: 'Type more of the id.',
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
    message: `Run “${word}” does not exist.${hint}`,
    suggestedAction:
      'List runs with “signalbox runs”; add --data DIR if the server uses another data folder. Runs that ended long ago may have been purged.',
  });
}
