/** What pointers inside a workflow may name, and where its mistakes go. */
import type { LocatedMap } from '../document/located.ts';
import type { Reporter } from '../document/reporter.ts';
import type { ConnectorOperations } from '../language.ts';

export interface GraphParseContext {
  readonly reporter: Reporter;
  readonly nodeNames: readonly string[];
  /** What a name that cannot be used is read as, wherever it stands: it is reported where it is given. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The node behind each name that references can use: its own, and that of its output. */
  readonly producers: ReadonlyMap<string, string>;
  /** The compensate nodes among them. */
  readonly compensations: readonly string[];
  readonly workflowNames: readonly string[];
  /** Where a further workflow could be added. */
  readonly workflows: LocatedMap;
  readonly operations: ConnectorOperations | null;
}
