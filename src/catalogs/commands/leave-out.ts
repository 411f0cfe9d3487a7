/** A catalog without some of its commands, which a warning names. */
import type { CommandEntry, CompiledCatalog } from './catalog.ts';
import { warningsOfWhole } from './compile-warnings.ts';

/** @param left places of commands */
export function leaveOut(catalog: CompiledCatalog, left: ReadonlySet<number>): CompiledCatalog {
  if (left.size === 0) return catalog;
  const { index, detail } = catalog;
  const kept = [...index.commands.keys()].filter((at) => !left.has(at));
  const gone = new Set([...left].map((at) => index.commands[at]?.name ?? ''));
  return {
    index: {
      ...index,
      commands: kept.flatMap((at) => withoutProviders(index.commands[at], gone)),
      warnings: [...index.warnings, ...warningsOfWhole([...gone])],
    },
    detail: (at) => detail(kept[at] ?? -1),
  };
}

function withoutProviders(entry: CommandEntry | undefined, gone: ReadonlySet<string>): CommandEntry[] {
  if (entry === undefined) return [];
  const parameters = entry.parameters.map(({ provider, ...parameter }) =>
    provider === undefined || gone.has(provider.command) ? parameter : { ...parameter, provider },
  );
  return [{ ...entry, parameters }];
}
