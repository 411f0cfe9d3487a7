/**
 * Starts a run of a guide. At a terminal it asks for the variables that the first loop needs and the caller did not
 * set.
 */

import type { Host } from '../../../cli/host/host.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { findWorkflow } from '../../../cli/session/find-workflow.ts';
import type { Session } from '../../../cli/session/session.ts';
import type { Json } from '../../../expression/index.ts';
import type { SourceFile } from '../../../operations/index.ts';
import { OperationError } from '../../../operations/offline.ts';
import { askVariable } from './ask-variable.ts';
import { findMissingVariable, parseVariable } from './find-missing-variable.ts';
import { noGuide } from './no-guide.ts';

export interface GuideStart {
  readonly word: string;
  /** Null if the argument is a name. */
  readonly file: SourceFile | null;
  readonly context: { readonly [name: string]: Json };
}

/** @returns the id of the new run. Throws OperationError. */
export async function startGuide(
  session: Session,
  host: Host,
  { word, file, context }: GuideStart,
): Promise<string> {
  const workflow = file === null ? word : await findWorkflow(session, file, null);
  const { language } = await session.call('definitions.get', { workflow });
  if (language !== 'guide') throw noGuide(workflow, `run ${word}${session.sessionFlags}`);
  for (let variables = context; ; ) {
    try {
      return (await session.call('runs.start', { workflow, params: { context: variables } })).run;
    } catch (error) {
      variables = { ...variables, ...(await askMissing(host, error)) };
    }
  }
}

/** Throws the error again if nothing can be asked, or the user does not answer. */
async function askMissing(host: Host, error: unknown): Promise<GuideStart['context']> {
  const missing = error instanceof OperationError ? findMissingVariable(error.details) : undefined;
  if (missing === undefined || !host.terminal.isInteractive) throw error;
  const { variable, expected, message } = missing;
  host.terminal.write(`${oneLine(message)}\n`);
  const reader = host.terminal.openReader(new AbortController().signal);
  const typed = await askVariable(reader, variable, expected).finally(() => reader.close());
  if (typed === undefined || typed === '') throw error;
  return { [variable]: parseVariable(typed, expected) };
}
