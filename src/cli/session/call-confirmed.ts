/** Calls an operation that may need a confirmation: by `--yes`, or by an answer at the terminal. */
import { confirmTokenOf, OperationError } from '../../operations/offline.ts';
import type { CommandArguments } from '../arguments/command.ts';
import { yesOption } from '../arguments/options.ts';
import { yesOrNo } from '../arguments/yes-or-no.ts';
import type { Host } from '../host/host.ts';
import { cleanLines } from '../print/clean-lines.ts';
import { renderForCli } from '../print/print-error.ts';

/** How often one command asks: what was confirmed may change meanwhile. */
const maxAsked = 5;

/** Throws OperationError. @param call gets the field of the input that confirms it */
export async function callConfirmed<Result>(
  host: Host,
  { chosen }: CommandArguments,
  call: (confirmed: { readonly confirmToken?: string }) => Promise<Result>,
): Promise<Result> {
  let confirmed: { readonly confirmToken?: string } = {};
  for (let asked = 0; ; asked++) {
    try {
      return await call(confirmed);
    } catch (error) {
      const confirmToken = confirmTokenOf(error);
      if (!(error instanceof OperationError) || confirmToken === undefined || asked === maxAsked) throw error;
      if (!chosen.has(yesOption.name)) await askToConfirm(host, error);
      confirmed = { confirmToken };
    }
  }
}

async function askToConfirm({ terminal }: Host, { details }: OperationError): Promise<void> {
  if (!terminal.isInteractive) {
    throw new OperationError({ ...details, suggestedAction: `Add “${yesOption.name}” to confirm it.` });
  }
  const { message } = await renderForCli(details);
  terminal.write(`${cleanLines(message).join('\n')}\n`);
  const typed = await terminal.ask('Continue? [y/N] ', new AbortController().signal);
  if (typed !== undefined && yesOrNo(typed) === true) return;
  throw new OperationError({
    code: 'confirmation_declined',
    message: 'You did not confirm it, so nothing was done.',
    suggestedAction: 'Run it again to confirm it.',
  });
}
