/** What this server says of itself to whoever looks for servers. */
export const about = {
  /** As in the registry of MCP servers. */
  name: 'io.github.signalbox/signalbox',
  title: 'Signalbox',
  description: 'Runs workflows durably: every step is remembered, and people are asked where it matters.',
} as const;
