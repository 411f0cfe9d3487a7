/** Closes resources one after the other, and continues if one fails. */
import type { Report } from './incident-log.ts';

export type CloseStep = () => Promise<void>;

/** Rejects with the first error; later errors are reported. */
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
  for (const error of others) report('Some resources could not be closed.', error);
  if (errors.length > 0) throw first;
}
