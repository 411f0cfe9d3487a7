/**
 * Where the values of arguments and options come from, by the name that the help shows. An argument with one of these
 * names, or a field of an operation, is completed without any other code.
 */
import type { Json } from '../../expression/index.ts';
import type { Candidate } from './complete-words.ts';

export type ValueSource =
  /** The shell knows them. */
  | { readonly kind: 'files' | 'folders' }
  | { readonly kind: 'words'; readonly load: () => Promise<readonly Candidate[]> }
  | OperationSource;

/** The answer of an operation that only reads. */
export interface OperationSource {
  readonly kind: 'operation';
  readonly operation: string;
  /** @param typed the beginning of the value */
  readonly input: (typed: string) => { readonly [field: string]: Json };
  /** The field of the answer that lists them. */
  readonly list: string;
  /** The field of an entry that is the value. */
  readonly value: string;
  /** Fields that say what it is. */
  readonly meaning: readonly string[];
  /** Words that mean one of them. */
  readonly also?: readonly Candidate[];
}

const limit = 100;

const sources: Readonly<Record<string, ValueSource>> = {
  FILE: { kind: 'files' },
  BACKUP: { kind: 'files' },
  DIR: { kind: 'folders' },
  FOLDER: { kind: 'folders' },
  LANGUAGE: {
    kind: 'words',
    load: async () => {
      const { listLanguages } = await import('../../operations/offline.ts');
      return listLanguages().map(({ language, title }) => ({ word: language, meaning: title }));
    },
  },
  WORKFLOW: {
    kind: 'operation',
    operation: 'definitions.list',
    input: () => ({ limit: 500 }),
    list: 'definitions',
    value: 'id',
    meaning: ['description'],
  },
  COMMAND: {
    kind: 'operation',
    operation: 'commands.search',
    // Words before the begun one: the search knows no halves of words.
    input: (typed) => {
      const [, vendor, name = ''] = /^([a-z][\w-]*)[. ](.*)$/s.exec(typed) ?? [];
      const query = name.replace(/[^._: -]*$/, '').replaceAll(/[._:-]/g, ' ');
      return vendor === undefined ? { limit } : { limit, vendor, query };
    },
    list: 'commands',
    value: 'call',
    meaning: ['executionType', 'summary'],
  },
  CATALOG: {
    kind: 'operation',
    operation: 'catalogs.list',
    input: () => ({}),
    list: 'catalogs',
    value: 'id',
    meaning: ['title'],
  },
  RUN: {
    kind: 'operation',
    operation: 'runs.list',
    input: (typed) => ({ limit, ...(typed === '' ? {} : { prefix: typed }) }),
    list: 'runs',
    value: 'run',
    meaning: ['workflow', 'status'],
    also: [{ word: 'last', meaning: 'the newest run' }],
  },
  ITEM: {
    kind: 'operation',
    operation: 'items.list',
    input: () => ({ limit }),
    list: 'items',
    value: 'item',
    meaning: ['workflow', 'task'],
    also: [{ word: 'last', meaning: 'of the newest run' }],
  },
  KEY: {
    kind: 'operation',
    operation: 'keys.list',
    input: () => ({ limit }),
    list: 'keys',
    value: 'name',
    meaning: ['kind'],
  },
  SUBSCRIPTION: {
    kind: 'operation',
    operation: 'subscriptions.list',
    input: () => ({ limit }),
    list: 'subscriptions',
    value: 'id',
    meaning: ['url'],
  },
};

export const findValueSource = (name: string): ValueSource | undefined =>
  Object.hasOwn(sources, name) ? sources[name] : undefined;
