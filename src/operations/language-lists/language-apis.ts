/** What the languages add to the interfaces: fields of views, operations and tools. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { guideApi } from '../../languages/guide/api/index.ts';
import {
  type ItemViews,
  type LanguageApi,
  partOf,
  type Values,
  type ViewFields,
  type Zod,
} from '../../languages/index.ts';
import { questionsApi } from '../../languages/questions/api/index.ts';
import { yawlApi } from '../../languages/yawl/api/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { guardApi } from './guard-language.ts';
import { languages } from './languages.ts';

/** One by one, so that nothing else of the package is bundled. */
const builders: Zod = {
  array: z.array,
  boolean: z.boolean,
  enum: z.enum,
  exactOptional: z.exactOptional,
  int: z.int,
  json: z.json,
  literal: z.literal,
  looseObject: z.looseObject,
  null: z.null,
  number: z.number,
  object: z.object,
  record: z.record,
  strictObject: z.strictObject,
  string: z.string,
  union: z.union,
  unknown: z.unknown,
};

export const languageApis: readonly LanguageApi[] = [
  yawlApi,
  guideApi,
  questionsApi,
  ...languages.flatMap(({ id, api }) => (api === undefined ? [] : guardApi({ ...api(builders), id }))),
];

export const findApi = (language: string | null): LanguageApi | undefined =>
  languageApis.find(({ id }) => id === language);

/** Fields that languages add to a view. Each may be absent, and only its language knows its type. */
export function languageFields(fieldsOf: (api: LanguageApi) => ViewFields | undefined): object {
  const fields = languageApis.flatMap((api) => Object.entries(fieldsOf(api) ?? {}));
  return Object.fromEntries(fields.map(([name, field]) => [name, z.exactOptional(field)]));
}

const fieldsOfItems = languageFields(({ items }) => items?.fields);

/** Each with the name that the tools for cases spell. */
const itemNames = Object.keys(fieldsOfItems).map((name): [string, string] => [
  name,
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
]);

/** What items of the languages show in addition to the fields of every item; also with names for cases. */
export const itemFieldsOfLanguages = {
  runs: fieldsOfItems,
  cases: Object.fromEntries(itemNames.map(([name, spelled]) => [spelled, Reflect.get(fieldsOfItems, name)])),
};

/** What languages added to the view of an item, with names for cases. */
export function itemFieldsOf(view: object): Values {
  return Object.fromEntries(
    itemNames.flatMap(([name, spelled]) => {
      const value: Json | undefined = Reflect.get(view, name);
      return value === undefined ? [] : [[spelled, value]];
    }),
  );
}

/** `undefined` for an approval, or a call whose outcome is unknown: they are the same in every language. */
export const viewsOfItem = ({ reason, item }: Pick<WorkItem, 'reason' | 'item'>): ItemViews | undefined =>
  reason === 'work' ? findApi(String(partOf(item, 'language')))?.items : undefined;
