/** The address at which a document says an operation is, with the defaults of its variables. */
import type { Json } from '../../expression/index.ts';
import type { ApiDocument } from './api-document.ts';
import type { Endpoint } from './list-endpoints.ts';
import { asList, asText, ownField } from './own-field.ts';

/** Empty if the document names none. It can be relative to the address of the document. */
export function serverOf({ root }: ApiDocument, { operation, item }: Endpoint): string {
  const servers = [operation, item, root].map((level) => asList(ownField(level, 'servers')));
  const [first] = servers.find((list) => list.length > 0) ?? [];
  return trim(first === undefined ? (oldServers(root)[0] ?? '') : withVariables(first));
}

/** All servers of the document. They can be relative to its address. */
export function serversOf(root: Json): readonly string[] {
  const servers = asList(ownField(root, 'servers'));
  return (servers.length > 0 ? servers.map(withVariables) : oldServers(root)).map(trim);
}

const trim = (url: string): string => url.replace(/\/+$/, '');

function withVariables(server: Json): string {
  const variables = ownField(server, 'variables');
  return (asText(ownField(server, 'url')) ?? '').replaceAll(/\{([^{}]+)\}/g, (written, name: string) => {
    const variable = ownField(variables, name);
    const value = ownField(variable, 'default') ?? asList(ownField(variable, 'enum'))[0];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : written;
  });
}

/** Of version 2, the preferred first. */
function oldServers(root: Json): readonly string[] {
  const host = asText(ownField(root, 'host'));
  const path = asText(ownField(root, 'basePath')) ?? '';
  if (host === undefined) return [path];
  const schemes = asList(ownField(root, 'schemes'));
  const written = schemes.length === 0 ? ['https'] : schemes.map(String);
  const ordered = written.includes('https')
    ? ['https', ...written.filter((scheme) => scheme !== 'https')]
    : written;
  return ordered.map((scheme) => `${scheme}://${host}${path}`);
}
