/** Returns to an earlier step in a copy of the run that ends there, so that nothing is lost. */

import { yesOrNo } from '../../../cli/arguments/yes-or-no.ts';
import type { Host } from '../../../cli/host/host.ts';
import { openItems } from '../../../cli/live/run-status.ts';
import { pluralize } from '../../../cli/print/pluralize.ts';
import { describeError, renderForCli } from '../../../cli/print/print-error.ts';
import type { Session } from '../../../cli/session/session.ts';
import { cleanText } from '../../../drawing/index.ts';
import { OperationError } from '../../../operations/offline.ts';
import type { GuidePlan } from './guide-plan.ts';
import { stepsDone } from './steps-done.ts';

/** @param step empty for the previous one. @returns the run to continue with: the same one if the user stays */
export async function goBack(
  session: Session,
  host: Host,
  plan: GuidePlan,
  { run, step, signal }: { readonly run: string; readonly step: string; readonly signal: AbortSignal },
): Promise<string> {
  const { terminal } = host;
  const say = (text: string) => terminal.write(`  ${cleanText(text)}\n`);
  const done = await stepsDone(session, await session.call('runs.get', { run }), plan);
  const last = done.findLast((each) => step === '' || each.step === step);
  if (last === undefined && step === '') {
    say('This is the first step.');
    return run;
  }
  const to = last === undefined ? { step } : { step: last.step, pass: last.pass };
  const title = plan.titles.get(to.step) ?? to.step;
  const agreed = await agree(
    host,
    `Go back to “${cleanText(title)}”, in a copy of this run (yes or no)? `,
    signal,
  );
  if (!agreed) return run;
  try {
    const forked = await session.call('runs.fork', { run, ...to });
    const count = await approve(session, forked.run);
    if (count > 0)
      say(`${pluralize(count, 'answer')} before it also ${count === 1 ? 'applies' : 'apply'} in the copy.`);
    say(`The original run is kept. To end it: signalbox cancel ${run}${session.sessionFlags}`);
    return forked.run;
  } catch (error) {
    if (!(error instanceof OperationError) || error.details.category === 'unavailable') throw error;
    terminal.write(describeError(await renderForCli(error.details), terminal.colour));
    return run;
  }
}

async function agree({ terminal }: Host, question: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const text = await terminal.ask(`  ${question}`, signal);
    if (text === undefined) return false;
    const answer = yesOrNo(text);
    if (answer !== undefined) return answer;
  }
}

/** Going back confirms the answers before that step. @returns the number of those answers */
async function approve(session: Session, run: string): Promise<number> {
  for (let count = 0; ; ) {
    const view = await session.call('runs.get', { run });
    const approvals = openItems(view).filter(({ reason }) => reason === 'approval');
    if (approvals.length === 0) return count;
    for (const { item } of approvals)
      await session.call('items.complete', { item, output: { approved: true } });
    count += approvals.length;
  }
}
