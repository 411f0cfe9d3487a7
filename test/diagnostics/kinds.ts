/** The kinds of documents that authors and operators write: how each is read, and the good documents of each. */
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { readConnectorsFile } from '../../src/connectors/configuration/read-connectors-file.ts';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import { guideLanguage } from '../../src/languages/guide/index.ts';
import type { ConnectorOperations, Violation } from '../../src/languages/index.ts';
import { questionsLanguage } from '../../src/languages/questions/index.ts';
import { readAuthFile } from '../../src/operations/access/read-auth-file.ts';
import { readServicesFile } from '../../src/operations/documents/read-services-file.ts';
import { openScriptFile } from '../../src/operations/script/parse-script-file.ts';
import { parseTestFile, type TestedWorkflow } from '../../src/operations/script/parse-test-file.ts';
import { scriptNames } from '../../src/operations/script/script-names.ts';
import { goodGuide, newerGuide } from '../guides/reading/good-guide.ts';

export interface Diagnosed {
  readonly violations: readonly Violation[];
  readonly warnings?: readonly Violation[];
}

export interface DocumentKind {
  /** All that reading returns; the other fields are what was read. */
  readonly read: (text: string, path: string) => Diagnosed;
  /** Without knowing the documents that it refers to. */
  readonly isValidAlone?: (text: string, path: string) => boolean;
  /** Valid documents, by file name, which together have every key. */
  readonly documents: Readonly<Record<string, string>>;
}

const textOf = (name: string): string => readFileSync(new URL(`documents/${name}`, import.meta.url), 'utf8');

const fileOf = (...names: readonly string[]): DocumentKind['documents'] =>
  Object.fromEntries(names.map((name) => [name, textOf(name)]));

const notify = {
  name: 'crm.notify',
  description: '',
  parameters: [{ name: 'text', type: { kind: 'string' }, required: true }],
  result: { kind: 'any' },
  example: undefined,
} as const;

const operations: ConnectorOperations = {
  names: ['crm.notify', 'crm.find'],
  find: (name) => ({ 'crm.notify': notify, 'crm.find': { ...notify, name: 'crm.find', open: true } })[name],
};

const variables = { CRM_TOKEN: 'a-token-of-the-crm', ZAI_SECRET: 'thirty-two-bytes-or-more-are-a-secret' };

let tested: readonly TestedWorkflow[] | undefined;

function testedWorkflows(): readonly TestedWorkflow[] {
  tested ??= graphLanguage
    .read({ path: 'graph.yaml', text: textOf('graph.yaml') }, { operations: null })
    .workflows.map(({ name, parameters, program }) => ({
      name,
      parameters,
      names: program === null ? null : scriptNames(program, () => true),
    }));
  return tested;
}

export const kinds: Readonly<Record<string, DocumentKind>> = {
  graph: {
    read: (text, path) => graphLanguage.read({ path, text }, { operations: null }),
    documents: fileOf('graph.yaml', 'graph.json'),
  },
  guide: {
    read: (text, path) => guideLanguage.read({ path, text }, { operations: null }),
    documents: {
      'good.yaml': stringify(goodGuide, { aliasDuplicateObjects: false }),
      'newer.json': JSON.stringify(newerGuide, null, 1),
    },
  },
  questions: {
    read: (text, path) => questionsLanguage.read({ path, text }, { operations: null }),
    documents: fileOf('flow.yaml', 'adapter.yaml'),
  },
  cases: {
    read: (text, path) => parseTestFile({ path, text }, testedWorkflows()),
    isValidAlone: (text, path) => parseTestFile({ path, text }, null).violations.length === 0,
    documents: fileOf('cases.yaml'),
  },
  script: {
    read(text, path) {
      const file = openScriptFile({ path, text });
      const target = testedWorkflows()[0] ?? { parameters: [], names: null };
      return file.kind === 'script' ? file.parse(target) : { violations: [] };
    },
    isValidAlone: (text, path) => {
      const file = openScriptFile({ path, text });
      return file.kind === 'script' && file.parse({ parameters: [], names: null }).violations.length === 0;
    },
    documents: fileOf('script.yaml'),
  },
  connectors: {
    // Folders are relative to the file.
    read: (text, path) => readConnectorsFile({ path: `/etc/signalbox/${path}`, text }, variables),
    documents: fileOf('connectors.yaml'),
  },
  auth: {
    read: (text, path) => readAuthFile({ path, text }, { variables, hasTenants: true, others: [] }),
    documents: fileOf('auth.yaml'),
  },
  services: {
    read: (text, path) => readServicesFile({ path, text }, operations),
    isValidAlone: (text, path) => readServicesFile({ path, text }, null).violations.length === 0,
    documents: fileOf('services.yaml'),
  },
};
