/** What the HTTP server needs of the rest of the house. */
import type { Principal, ServiceStatus } from '../../operations/index.ts';
import type { Identify } from '../auth/identify.ts';
import type { ToolChoice, ToolShelf } from '../mcp/contract/contents.ts';
import type { McpDoor } from '../mcp/contract/mcp-door.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { HttpLimits } from './http-limits.ts';

export interface HttpOptions {
  readonly door: McpDoor;
  readonly tools: ToolShelf;
  readonly identify: Identify;
  /** There are no credentials: everybody who reaches it may do everything. */
  readonly isDevelopment: boolean;
  readonly version: string;
  /** Tools for whoever does not choose. */
  readonly choice: ToolChoice;
  /** Throws OperationError. */
  readonly status: (principal: Principal) => Promise<ServiceStatus>;
  readonly metrics: Metrics;
  /** For people: where runs are kept, and what else they want to know of this process. */
  readonly standing: () => readonly Fact[];
  /** How hosts start a server of their own over the same data folder. */
  readonly stdioCommand: StdioCommand;
  /** A mistake of the program. */
  readonly report: (line: string, error: unknown) => void;
  /** A request that was not answered as it was meant: one line, without secrets. */
  readonly note: (line: string) => void;
  readonly limits: HttpLimits;
}

export type Fact = readonly [name: string, value: string];

export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}
