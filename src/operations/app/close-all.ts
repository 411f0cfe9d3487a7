/** Closes one thing after the other, all of them whatever happens. */
import type { Report } from './incident-log.ts';

export type CloseStep = () => Promise<void>;

/** Rejects with what went wrong first; whatever went wrong after that is reported. */
export async function closeAll(steps: readonly CloseStep[], report: Report): Promise<void> {
  const errors: unknown[] = [];
  for (const close of steps) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  const [first, ...others] = errors;
  for (const error of others) report('Not everything could be closed well.', error);
  if (errors.length > 0) throw first;
}
