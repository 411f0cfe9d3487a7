/** How answers of verbs without a command of their own are shown, where the general form would say too little. */
import type { Json } from '../../expression/index.ts';
import type { CatalogList, CatalogView, CommandDescription, FoundCommands } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { drawCatalog, drawCatalogs } from './draw-catalogs.ts';
import { drawCommand, drawCommands } from './draw-commands.ts';

interface AnswerPrinter {
  readonly draw: (
    screen: Pick<Host, 'isTerminal' | 'columns'>,
    answer: { readonly [name: string]: Json },
  ) => string;
  /** What is said if there is nothing to show. */
  readonly none?: string;
}

/** By operation. Its output schema defines its answer. */
export const answerPrinters: { readonly [operation: string]: AnswerPrinter } = {
  'catalogs.get': { draw: (screen, answer) => drawCatalog(screen, answer as unknown as CatalogView) },
  'catalogs.list': {
    draw: (screen, answer) => drawCatalogs(screen, answer as unknown as CatalogList),
    none: 'No API is imported. “signalbox import openapi SOURCE” imports one.',
  },
  'commands.describe': {
    draw: (screen, answer) => drawCommand(screen, answer as unknown as CommandDescription),
  },
  'commands.search': {
    draw: (screen, answer) => drawCommands(screen, answer as unknown as FoundCommands),
    none: 'No command fits. Try other words, or none: “signalbox commands search” lists them in order.',
  },
};
