/** Options of the verbs that serve MCP clients; the settings of the same names say what they may be. */
import type { Option } from './command.ts';

export const rolesOption: Option = {
  name: '--roles',
  value: 'NAMES',
  repeats: true,
  meaning: 'roles that you have, parted by commas',
};

export const clientOptions: readonly Option[] = [
  rolesOption,
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
  { name: '--mode', value: 'MODE', meaning: 'development, or production: nobody without credentials' },
  {
    name: '--auth',
    value: 'FILE',
    meaning: 'the file that says whose tokens and certificates are believed',
  },
  { name: '--tls-cert', value: 'FILE', meaning: 'the certificate of the server, in PEM' },
  { name: '--tls-key', value: 'FILE', meaning: 'the key of that certificate, in PEM' },
  {
    name: '--proxy',
    value: 'ADDRESSES',
    repeats: true,
    meaning: 'a proxy before the server, by address or range; what it says of clients is believed',
  },
];
