/** Input and result fields of operations on commands. */
import { z } from 'zod';
import { described, flag, objectOf, text } from '../../languages/output-fields.ts';
import type { Command } from './command-set.ts';

export const commandField = z
  .string()
  .min(1)
  .max(300)
  .describe('Such as “github repos:issues:create” or “github.issues_create”.');

const safetyField = described(
  z.enum(['read', 'write', 'destructive']),
  '“read” changes nothing; the others need the agreement of the user.',
);

export const commandSummaryFields = {
  command: text('Its id: “github repos:issues:create”.'),
  call: text('How workflows call it: “github.issues_create”.'),
  summary: text(),
  executionType: safetyField,
  httpMethod: text('In capitals; empty if it is not an HTTP request.'),
  path: text(),
  deprecated: z.exactOptional(flag()),
};

export const commandSummary = objectOf(commandSummaryFields);

export type CommandSummary = z.infer<typeof commandSummary>;

const safetyOf = ({ entry }: Pick<Command, 'entry'>): 'read' | 'write' | 'destructive' =>
  entry.reads ? 'read' : entry.method === 'DELETE' ? 'destructive' : 'write';

export const summaryOfCommand = (command: Command): CommandSummary => ({
  command: command.id,
  call: command.call,
  summary: command.entry.summary,
  executionType: safetyOf(command),
  httpMethod: command.entry.method,
  path: command.entry.path,
  ...(command.entry.deprecated ? { deprecated: true } : {}),
});
