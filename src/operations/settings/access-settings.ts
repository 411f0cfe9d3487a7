/** Settings of authentication: accepted credentials and issuers. */
import { join } from 'node:path';
import type { SettingsOf } from './setting.ts';
import { duration, path, secret, text, texts, word, yesOrNo } from './setting-form.ts';

export interface AccessSettings {
  readonly auth: string;
  /** Empty if not set. */
  readonly jwtSecret: string;
  /** Several names of one issuer. */
  readonly jwtIssuer: readonly string[];
  readonly jwtAudience: readonly string[];
  /** In milliseconds. */
  readonly jwtSkew: number;
  readonly tokenSubject: string;
  readonly tenant: string;
  readonly roles: readonly string[];
  readonly localToken: boolean;
}

export const accessSettings: SettingsOf<AccessSettings> = {
  auth: {
    flag: '--auth',
    variables: ['SIGNALBOX_AUTH'],
    form: path,
    defaultValue: ({ data }) => join(data, 'auth.yaml'),
    defaultText: 'auth.yaml in the data folder',
    meaning: 'the file that lists trusted tokens and certificates and what they may do',
  },
  jwtSecret: {
    variables: ['SIGNALBOX_JWT_SECRET', 'A2A_JWT_SECRET', 'YAWL_MCP_JWT_SECRET'],
    form: secret(32),
    secret: true,
    mergeMode: 'agree',
    defaultValue: () => '',
    meaning: 'the secret of one token issuer (HS256)',
  },
  jwtIssuer: {
    variables: ['SIGNALBOX_JWT_ISSUER', 'A2A_JWT_ISSUER', 'YAWL_MCP_JWT_ISSUER'],
    form: texts,
    mergeMode: 'add-up',
    defaultValue: () => [],
    meaning: 'the name of that issuer as in its tokens; several are comma-separated, or in several variables',
  },
  jwtAudience: {
    variables: ['SIGNALBOX_JWT_AUDIENCE'],
    form: texts,
    defaultValue: () => [],
    defaultText: 'signalbox, yawl-mcp and the address of the server',
    meaning: 'the accepted audiences of tokens',
  },
  jwtSkew: {
    variables: ['SIGNALBOX_JWT_SKEW'],
    form: duration(0, 600_000),
    defaultValue: () => 60_000,
    meaning: 'the maximum clock difference to issuers',
  },
  tokenSubject: {
    variables: ['SIGNALBOX_TOKEN_SUBJECT', 'ZAI_AGENT_NAME'],
    form: text,
    defaultValue: () => '',
    defaultText: 'the user',
    meaning: 'the default subject of tokens that signalbox token makes',
  },
  tenant: {
    flag: '--tenant',
    variables: ['SIGNALBOX_TENANT'],
    form: word,
    defaultValue: () => 'default',
    meaning: 'the tenant that the command line works for',
  },
  roles: {
    flag: '--roles',
    variables: ['SIGNALBOX_ROLES'],
    form: texts,
    defaultValue: () => [],
    meaning: 'the roles of the user at the command line, on stdio and in development mode',
  },
  localToken: {
    variables: ['SIGNALBOX_LOCAL_TOKEN'],
    form: yesOrNo,
    defaultValue: () => false,
    meaning:
      'in development mode every request needs a token that is printed at the start, for machines that several users share; also `serve --local-token`',
  },
};
