/** Settings of the server: its addresses, what clients see, and what it logs. */
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
  /** Empty if clients use its own address. */
  readonly publicUrl: string;
  /** Files; empty if not set. */
  readonly tlsCert: string;
  readonly tlsKey: string;
  readonly tlsClientCa: string;
  /** Addresses and ranges in the syntax of ipaddr.js. */
  readonly proxies: readonly string[];
  readonly toolsets: readonly string[];
  readonly pinned: readonly string[];
  readonly workflowTools: boolean;
  /** Null: the default ones are listed. */
  readonly caseTools: boolean | null;
  readonly toolDrawings: ToolDrawings;
  readonly logLevel: LogLevel;
}

/** `auto`: while the list of tools has room for them. */
export type ToolDrawings = 'auto' | 'always' | 'never';

type LogLevel = 'usual' | 'error' | 'warn' | 'info';

export const serverSettings: SettingsOf<ServerSettings> = {
  mode: {
    flag: '--mode',
    variables: ['SIGNALBOX_MODE'],
    form: choice(['development', 'production']),
    defaultValue: () => 'development',
    meaning: '“production” requires credentials, and TLS or a declared proxy',
  },
  port: {
    flag: '--port',
    variables: ['SIGNALBOX_PORT', 'YAWL_MCP_PORT'],
    form: wholeNumber(0, 65_535),
    defaultValue: () => 8_484,
    meaning: 'the port of the server; 0 selects a free one',
  },
  host: {
    flag: '--host',
    variables: ['SIGNALBOX_HOST'],
    form: hostName,
    defaultValue: () => '127.0.0.1',
    meaning: 'the address that the server listens on',
  },
  publicUrl: {
    variables: ['SIGNALBOX_PUBLIC_URL'],
    form: webAddress,
    defaultValue: () => '',
    meaning: 'the public address of the server, if it is not its own',
  },
  tlsCert: {
    flag: '--tls-cert',
    variables: ['SIGNALBOX_TLS_CERT'],
    form: path,
    defaultValue: () => '',
    meaning: 'a PEM file with the certificate of the server and its chain; it turns on TLS',
  },
  tlsKey: {
    flag: '--tls-key',
    variables: ['SIGNALBOX_TLS_KEY'],
    form: path,
    defaultValue: () => '',
    meaning: 'a PEM file with the key of that certificate',
  },
  tlsClientCa: {
    variables: ['SIGNALBOX_TLS_CLIENT_CA'],
    form: path,
    defaultValue: () => '',
    meaning: 'a PEM file with the authorities of trusted client certificates',
  },
  proxies: {
    flag: '--proxy',
    variables: ['SIGNALBOX_PROXIES'],
    form: networks,
    defaultValue: () => [],
    meaning: 'trusted proxies in front of the server: their forwarding headers are accepted',
  },
  toolsets: {
    flag: '--toolsets',
    variables: ['SIGNALBOX_TOOLSETS'],
    form: names,
    defaultValue: () => ['default'],
    meaning: 'toolsets that MCP clients see; “all” is every toolset',
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
    meaning: 'whether each workflow is a separate tool, w_NAME; otherwise workflow_run starts workflows',
  },
  caseTools: {
    variables: ['SIGNALBOX_CASE_TOOLS', 'YAWL_MCP_ENABLE_ZAI_TOOLS'],
    form: orDefault(yesOrNo),
    defaultValue: () => null,
    meaning:
      'tools for cases and work items, the toolset “cases”: “usual” lists some of them if the client chooses no toolsets, “true” lists all, “false” never lists more than those, which the answers of runs name',
  },
  toolDrawings: {
    variables: ['SIGNALBOX_TOOL_DRAWINGS'],
    form: choice(['auto', 'always', 'never']),
    defaultValue: () => 'auto',
    meaning:
      'whether the tools of workflows are described with drawings: “auto” while the whole list stays within 6,000 tokens; otherwise on one line',
  },
  logLevel: {
    flag: '--log-level',
    variables: ['SIGNALBOX_LOG_LEVEL'],
    form: choice(['usual', 'error', 'warn', 'info']),
    defaultValue: () => 'usual',
    meaning: 'what a server logs to stderr; “usual” is “info”, and “warn” on stdio',
  },
};
