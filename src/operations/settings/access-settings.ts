/** Settings of who is let in, and by which credentials. */
import { join } from 'node:path';
import type { SettingsOf } from './setting.ts';
import { duration, path, secret, text, texts, word } from './setting-form.ts';

export interface AccessSettings {
  readonly auth: string;
  /** Empty where there is none. */
  readonly jwtSecret: string;
  /** Several are names of one issuer. */
  readonly jwtIssuer: readonly string[];
  readonly jwtAudience: readonly string[];
  /** In milliseconds. */
  readonly jwtSkew: number;
  readonly tokenSubject: string;
  readonly tenant: string;
  readonly roles: readonly string[];
}

export const accessSettings: SettingsOf<AccessSettings> = {
  auth: {
    flag: '--auth',
    variables: ['SIGNALBOX_AUTH'],
    form: path,
    defaultValue: ({ data }) => join(data, 'auth.yaml'),
    defaultText: 'auth.yaml in the data folder',
    meaning: 'the file that says whose tokens and certificates are believed, and what they may do',
  },
  jwtSecret: {
    variables: ['SIGNALBOX_JWT_SECRET', 'A2A_JWT_SECRET', 'YAWL_MCP_JWT_SECRET'],
    form: secret(32),
    secret: true,
    mergeMode: 'agree',
    defaultValue: () => '',
    meaning: 'the secret of one issuer of tokens (HS256)',
  },
  jwtIssuer: {
    variables: ['SIGNALBOX_JWT_ISSUER', 'A2A_JWT_ISSUER', 'YAWL_MCP_JWT_ISSUER'],
    form: texts,
    mergeMode: 'add-up',
    defaultValue: () => [],
    meaning:
      'the name of that issuer, as its tokens tell it; several, parted by commas or by several variables',
  },
  jwtAudience: {
    variables: ['SIGNALBOX_JWT_AUDIENCE'],
    form: texts,
    defaultValue: () => [],
    defaultText: 'signalbox, yawl-mcp and the address of the server',
    meaning: 'whom tokens have to be meant for: one of these',
  },
  jwtSkew: {
    variables: ['SIGNALBOX_JWT_SKEW'],
    form: duration(0, 600_000),
    defaultValue: () => 60_000,
    meaning: 'how far the clocks of issuers may be wrong',
  },
  tokenSubject: {
    variables: ['SIGNALBOX_TOKEN_SUBJECT', 'ZAI_AGENT_NAME'],
    form: text,
    defaultValue: () => '',
    defaultText: 'the user',
    meaning: 'whom signalbox token makes a token for when it is not told',
  },
  tenant: {
    flag: '--tenant',
    variables: ['SIGNALBOX_TENANT'],
    form: word,
    defaultValue: () => 'default',
    meaning: 'for which tenant whoever works at the command line does it',
  },
  roles: {
    flag: '--roles',
    variables: ['SIGNALBOX_ROLES'],
    form: texts,
    defaultValue: () => [],
    meaning: 'roles of whoever works at the command line, on stdio, or in development mode',
  },
};
