/** Performs a job: JSON in, JSON out. */
import type { JobMessage } from '../../runtime/index.ts';
import { type JobName, jobs } from './jobs.ts';

/** Shared data by its hash, parsed once. */
const parsed = new Map<string, unknown>();

export function performJob({ name, input, shared, forgets }: JobMessage): string {
  // The sender takes the name from the table, and the input has the type of the job.
  const job = jobs[name as JobName] as {
    parseShared(text: string): unknown;
    perform(input: unknown, shared: unknown): unknown;
  };
  if (forgets) parsed.clear();
  if (shared !== null && shared.text !== null && !parsed.has(shared.hash)) {
    parsed.set(shared.hash, job.parseShared(shared.text));
  }
  const output = job.perform(JSON.parse(input), shared === null ? undefined : parsed.get(shared.hash));
  return JSON.stringify(output ?? null);
}
