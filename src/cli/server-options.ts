/** Options of the verbs that serve MCP clients; the settings of the same names say what they may be. */
import type { Option } from './command.ts';

export const clientOptions: readonly Option[] = [
  {
    name: '--toolsets',
    value: 'NAMES',
    repeats: true,
    meaning: 'sets of tools that clients see; all is everything',
  },
  { name: '--pin', value: 'NAMES', repeats: true, meaning: 'workflows that are listed first as tools' },
  {
    name: '--log-level',
    value: 'LEVEL',
    meaning: 'error, warn or info: what is written on the error stream',
  },
];

export const addressOptions: readonly Option[] = [
  { name: '--port', value: 'N', meaning: 'the port, 8484 where absent; 0 takes one that is free' },
  { name: '--host', value: 'ADDRESS', meaning: 'the address to listen at, 127.0.0.1 where absent' },
];
