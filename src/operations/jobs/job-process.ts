/** The process that performs jobs, one after the other. Started by `JobWorker`; ends with the process that started it. */
import { setPriority } from 'node:os';
import { endWithParent, type JobMessage, type JobReply, maxResultLength } from '../../runtime/index.ts';
import { performJob } from './perform-job.ts';

// The process that answers requests is more urgent.
setPriority(5);
// The process that started this one decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  // Only `JobWorker` writes to this channel.
  reply(perform(message as JobMessage));
});
endWithParent();
reply({ kind: 'ready' });

type Reply = JobReply extends infer Each ? (Each extends JobReply ? Omit<Each, 'spentMs'> : never) : never;

function perform(message: JobMessage): Reply {
  try {
    const text = performJob(message);
    return text.length > maxResultLength ? { kind: 'large' } : { kind: 'done', text };
  } catch (error) {
    return { kind: 'failed', trace: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function reply(message: Reply): void {
  const { user, system } = process.cpuUsage();
  process.send?.({ ...message, spentMs: (user + system) / 1_000 });
}
