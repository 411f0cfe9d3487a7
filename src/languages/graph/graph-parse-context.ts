/** The names that pointers inside a workflow may refer to, and the reporter of its errors. */
import type { LocatedMap } from '../document/located.ts';
import type { Reporter } from '../document/reporter.ts';
import type { ConnectorOperations } from '../workflow.ts';

export interface GraphParseContext {
  readonly reporter: Reporter;
  readonly nodeNames: readonly string[];
  /** The same names. */
  readonly existingNodes: ReadonlySet<unknown>;
  /** The valid replacement of each invalid name, which is reported where it is defined. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The node of each name that references can use: its own, and that of its output. */
  readonly producers: ReadonlyMap<string, string>;
  /** The compensate nodes of the graph. */
  readonly compensations: readonly string[];
  readonly workflowNames: readonly string[];
  /** The map to which a further workflow could be added. */
  readonly workflows: LocatedMap;
  readonly operations: ConnectorOperations | null;
}
