/** What a list says of a workflow. */
import type { LibraryEntry } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';

export interface DefinitionSummary {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly description: string;
  readonly language: string | null;
  /** Whether it can be run, as far as its document tells. */
  readonly valid: boolean;
  /** Operations that it calls and no connector offers; empty where that is not known. */
  readonly missing: readonly string[];
  /** What its author wrote; and the SHA-256 of its document. */
  readonly version: string;
  readonly revision: string;
  /** Its document, and whether that may be saved, renamed and deleted. */
  readonly path: string;
  readonly writable: boolean;
  readonly changedAt: string;
  /** How many mistakes and warnings there are in its document. */
  readonly violations: number;
  readonly warnings: number;
}

export function summaryOf(
  { offers }: Pick<Services, 'offers'>,
  { id, document, workflow }: LibraryEntry,
): DefinitionSummary {
  const program = workflow?.program ?? null;
  return {
    id,
    name: workflow?.name ?? id,
    domain: workflow?.domain ?? '',
    description: workflow?.description ?? '',
    language: document.language,
    valid: isValid({ workflow }),
    missing: program === null ? [] : (offers?.missingIn(program) ?? []),
    version: workflow?.version ?? '',
    revision: document.revision,
    path: document.path,
    writable: document.writable,
    changedAt: new Date(document.changedAt).toISOString(),
    violations: document.violations.length,
    warnings: document.warnings.length,
  };
}

export const isValid = ({ workflow }: Pick<LibraryEntry, 'workflow'>): boolean =>
  workflow !== null && workflow.program !== null;
