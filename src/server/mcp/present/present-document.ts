/** Presents documents. */
import type { Violation } from '../../../operations/index.ts';

export const formatOf = (path: string): 'yaml' | 'json' | 'xml' =>
  /\.json$/i.test(path) ? 'json' : /\.ya?ml$|^[^.]*$/i.test(path) ? 'yaml' : 'xml';

/** Whether it calls something that no single connector offers: the document is valid, but cannot run on this server. */
export const lacksOperations = (warnings: readonly Violation[]): boolean =>
  warnings.some(({ rule }) => rule === 'unknown-operation' || rule === 'ambiguous-operation');
