/** The commands of large documents, as far as a search reads them. */
import { openApi, type SearchedCommand } from '../../src/catalogs/index.ts';
import type { Json } from '../../src/expression/index.ts';
import { largeDocuments } from './large-documents.ts';

type Part = { readonly [key: string]: Json };

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

export const searchedCommands = (name: string): readonly SearchedCommand[] => {
  const document = largeDocuments.find((each) => each.name === name)?.read() ?? {};
  const opened = openApi(document);
  if (opened.kind === 'problem') throw new Error(opened.message);
  const endpoints = Object.entries((document as Part)['paths'] as Part).flatMap(([path, item]) =>
    Object.entries(item as Part).flatMap(([method, operation]) =>
      methods.includes(method) ? [{ path, method, operation: operation as Part }] : [],
    ),
  );
  return endpoints.map(({ path, method, operation }, at): SearchedCommand => {
    const { name: command = '', parameters = [] } = opened.api.operations[at] ?? {};
    const groups = path.split('/').filter((each) => /^[a-z][a-z_-]{2,}$/i.test(each));
    return {
      catalog: name.toLowerCase(),
      entry: {
        name: command,
        canonical: [...groups, method].join(':'),
        operationId: String(operation['operationId']),
        method: method.toUpperCase(),
        path,
        summary: String(operation['summary'] ?? operation['description'] ?? '').slice(0, 200),
        parameters: parameters.map((each) => ({ name: each.name, required: each.required })),
        deprecated: operation['deprecated'] === true,
      },
    };
  });
};
