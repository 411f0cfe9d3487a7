/** Settings of the server: where it is reached, what its clients see, and what it writes down. */
import type { SettingsOf } from './setting.ts';
import {
  choice,
  hostName,
  names,
  networks,
  orDefault,
  path,
  webAddress,
  wholeNumber,
  yesOrNo,
} from './setting-form.ts';

export interface ServerSettings {
  readonly mode: 'development' | 'production';
  readonly port: number;
  readonly host: string;
  /** Empty where it is reached under its own address only. */
  readonly publicUrl: string;
  /** Files; empty where there is none. */
  readonly tlsCert: string;
  readonly tlsKey: string;
  readonly tlsClientCa: string;
  /** Addresses and ranges, as ipaddr.js reads them. */
  readonly proxies: readonly string[];
  readonly toolsets: readonly string[];
  readonly pinned: readonly string[];
  readonly workflowTools: boolean;
  /** Null: the usual ones are listed. */
  readonly caseTools: boolean | null;
  readonly logLevel: LogLevel;
}

type LogLevel = 'usual' | 'error' | 'warn' | 'info';

export const serverSettings: SettingsOf<ServerSettings> = {
  mode: {
    flag: '--mode',
    variables: ['SIGNALBOX_MODE'],
    form: choice(['development', 'production']),
    defaultValue: () => 'development',
    meaning: '“production” serves nobody without credentials, nor without TLS or a declared proxy',
  },
  port: {
    flag: '--port',
    variables: ['SIGNALBOX_PORT', 'YAWL_MCP_PORT'],
    form: wholeNumber(0, 65_535),
    defaultValue: () => 8_484,
    meaning: 'the port of the server; 0 takes one that is free',
  },
  host: {
    flag: '--host',
    variables: ['SIGNALBOX_HOST'],
    form: hostName,
    defaultValue: () => '127.0.0.1',
    meaning: 'the address that the server listens at',
  },
  publicUrl: {
    variables: ['SIGNALBOX_PUBLIC_URL'],
    form: webAddress,
    defaultValue: () => '',
    meaning: 'the address under which others reach the server, where that is not its own',
  },
  tlsCert: {
    flag: '--tls-cert',
    variables: ['SIGNALBOX_TLS_CERT'],
    form: path,
    defaultValue: () => '',
    meaning: 'a file with the certificate of the server and those above it, in PEM: it speaks TLS then',
  },
  tlsKey: {
    flag: '--tls-key',
    variables: ['SIGNALBOX_TLS_KEY'],
    form: path,
    defaultValue: () => '',
    meaning: 'the file with the key of that certificate, in PEM',
  },
  tlsClientCa: {
    variables: ['SIGNALBOX_TLS_CLIENT_CA'],
    form: path,
    defaultValue: () => '',
    meaning: 'a file with the authorities whose client certificates are believed, in PEM',
  },
  proxies: {
    flag: '--proxy',
    variables: ['SIGNALBOX_PROXIES'],
    form: networks,
    defaultValue: () => [],
    meaning: 'proxies before the server: what they say of a client is believed',
  },
  toolsets: {
    flag: '--toolsets',
    variables: ['SIGNALBOX_TOOLSETS'],
    form: names,
    defaultValue: () => ['default'],
    meaning: 'sets of tools that MCP clients see; “all” is everything',
  },
  pinned: {
    flag: '--pin',
    variables: ['SIGNALBOX_PINNED'],
    form: names,
    defaultValue: () => [],
    meaning: 'workflows that are listed first as tools',
  },
  workflowTools: {
    variables: ['SIGNALBOX_WORKFLOW_TOOLS', 'ENABLE_WORKFLOWS'],
    form: yesOrNo,
    defaultValue: () => true,
    meaning: 'whether each workflow is a tool of its own, w_NAME; else workflow_run starts them',
  },
  caseTools: {
    variables: ['SIGNALBOX_CASE_TOOLS', 'YAWL_MCP_ENABLE_ZAI_TOOLS'],
    form: orDefault(yesOrNo),
    defaultValue: () => null,
    meaning:
      'tools for cases and work items, the set “cases”: “usual” lists some of them where nobody chooses sets, “true” all of them; with “false” there are none',
  },
  logLevel: {
    flag: '--log-level',
    variables: ['SIGNALBOX_LOG_LEVEL'],
    form: choice(['usual', 'error', 'warn', 'info']),
    defaultValue: () => 'usual',
    meaning: 'what a server writes on the error stream; “usual” is “info”, and “warn” on stdio',
  },
};
