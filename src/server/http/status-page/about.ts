/** The description of this server for directories of servers. */
export const about = {
  /** As in the registry of MCP servers. */
  name: 'io.github.signalbox/signalbox',
  title: 'Signalbox',
  description: 'Runs workflows durably: stores every step, and asks people when a workflow needs an answer.',
} as const;
