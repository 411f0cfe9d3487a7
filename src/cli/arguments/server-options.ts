/** Options of the verbs that serve clients. The settings of the same names define their values. */
import type { Option } from './command.ts';

export const rolesOption: Option = {
  name: '--roles',
  value: 'NAMES',
  repeats: true,
  meaning: 'your roles, comma-separated',
};

export const clientOptions: readonly Option[] = [
  rolesOption,
  {
    name: '--toolsets',
    value: 'NAMES',
    repeats: true,
    meaning: 'toolsets that clients see; all: every tool',
  },
  { name: '--pin', value: 'NAMES', repeats: true, meaning: 'workflows that are listed first as tools' },
  {
    name: '--log-level',
    value: 'LEVEL',
    choices: ['error', 'warn', 'info'],
    meaning: 'error, warn or info: level of the log on the error stream',
  },
];

export const addressOptions: readonly Option[] = [
  { name: '--port', value: 'N', meaning: 'the port; default: 8484; 0 picks a free port' },
  { name: '--host', value: 'ADDRESS', meaning: 'the address to listen on; default: 127.0.0.1' },
  {
    name: '--mode',
    value: 'MODE',
    choices: ['development', 'production'],
    meaning: 'development, or production, which requires credentials',
  },
  {
    name: '--auth',
    value: 'FILE',
    meaning: 'file with the trusted token issuers and certificates',
  },
  { name: '--tls-cert', value: 'FILE', meaning: 'certificate of the server, in PEM' },
  { name: '--tls-key', value: 'FILE', meaning: 'key of the certificate, in PEM' },
  {
    name: '--proxy',
    value: 'ADDRESSES',
    repeats: true,
    meaning: 'a trusted proxy, by address or range; its forwarded headers are accepted',
  },
];
