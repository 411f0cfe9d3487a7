/** What a list says of a workflow. */
import type { LibraryEntry } from '../../runtime/index.ts';

export interface DefinitionSummary {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly description: string;
  readonly language: string | null;
  /** Whether it can be run. */
  readonly valid: boolean;
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

export function summaryOf({ id, document, workflow }: LibraryEntry): DefinitionSummary {
  return {
    id,
    name: workflow?.name ?? id,
    domain: workflow?.domain ?? '',
    description: workflow?.description ?? '',
    language: document.language,
    valid: isValid({ workflow }),
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
