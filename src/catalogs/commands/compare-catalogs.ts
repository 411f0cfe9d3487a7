/**
 * What changes for callers from one version of a catalog to the next. Commands are compared by name, types by structure: the
 * order of fields means nothing.
 */
import type { Type } from '../../expression/index.ts';
import type { OperationParameter } from '../../languages/workflow.ts';
import type { CommandDetail, CommandEntry } from './catalog.ts';

export interface ComparedCommand {
  readonly entry: CommandEntry;
  /** Read only for commands that both versions have. */
  detail(): Pick<CommandDetail, 'parameters' | 'result'>;
}

export type CommandChange =
  | { readonly kind: 'parameter_added'; readonly parameter: string; readonly required: boolean }
  | { readonly kind: 'parameter_removed'; readonly parameter: string }
  | { readonly kind: 'parameter_required'; readonly parameter: string }
  | { readonly kind: 'parameter_optional'; readonly parameter: string }
  | {
      readonly kind: 'parameter_type';
      readonly parameter: string;
      readonly before: Type;
      readonly after: Type;
    }
  | { readonly kind: 'result_type'; readonly before: Type; readonly after: Type }
  /** Method and path: `GET /pets`. */
  | { readonly kind: 'request'; readonly before: string; readonly after: string }
  | { readonly kind: 'deprecated' };

export interface CatalogComparison {
  /** Names, in the order of the version after. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly command: string; readonly changes: readonly CommandChange[] }[];
}

/** One detail of each version is read at a time. */
export function compareCatalogs(
  before: Iterable<ComparedCommand>,
  after: Iterable<ComparedCommand>,
): CatalogComparison {
  const old = new Map([...before].map((command) => [command.entry.name, command]));
  const names = new Set<string>();
  const added: string[] = [];
  const changed: { command: string; changes: readonly CommandChange[] }[] = [];
  for (const command of after) {
    const { name } = command.entry;
    names.add(name);
    const known = old.get(name);
    const changes = known === undefined ? [] : compareCommands(known, command);
    if (known === undefined) added.push(name);
    else if (changes.length > 0) changed.push({ command: name, changes });
  }
  return { added, removed: [...old.keys()].filter((name) => !names.has(name)), changed };
}

function compareCommands(before: ComparedCommand, after: ComparedCommand): readonly CommandChange[] {
  const [one, other] = [before.detail(), after.detail()];
  const [from, to] = [before, after].map(({ entry }) => `${entry.method} ${entry.path}`);
  return [
    ...(from === undefined || to === undefined || from === to
      ? []
      : [{ kind: 'request', before: from, after: to } as const]),
    ...compareParameters(one.parameters, other.parameters),
    ...(isSameType(one.result, other.result)
      ? []
      : [{ kind: 'result_type', before: one.result, after: other.result } as const]),
    ...(after.entry.deprecated && !before.entry.deprecated ? [{ kind: 'deprecated' } as const] : []),
  ];
}

function compareParameters(
  before: readonly OperationParameter[],
  after: readonly OperationParameter[],
): readonly CommandChange[] {
  const old = new Map(before.map((parameter) => [parameter.name, parameter]));
  const names = new Set(after.map(({ name }) => name));
  const removed = before.filter(({ name }) => !names.has(name));
  return [
    ...removed.map(({ name }) => ({ kind: 'parameter_removed', parameter: name }) as const),
    ...after.flatMap(({ name: parameter, required, type }): readonly CommandChange[] => {
      const known = old.get(parameter);
      if (known === undefined) return [{ kind: 'parameter_added', parameter, required }];
      return [
        ...(known.required === required
          ? []
          : [{ kind: required ? 'parameter_required' : 'parameter_optional', parameter } as const]),
        ...(isSameType(known.type, type)
          ? []
          : [{ kind: 'parameter_type', parameter, before: known.type, after: type } as const]),
      ];
    }),
  ];
}

function isSameType(one: Type, other: Type): boolean {
  if (one.kind === 'list' && other.kind === 'list') return isSameType(one.of, other.of);
  if (one.kind !== 'object' || other.kind !== 'object') return one.kind === other.kind;
  if (one.open !== other.open || one.fields.length !== other.fields.length) return false;
  const fields = new Map(one.fields.map((field) => [field.name, field]));
  return other.fields.every(({ name, optional, type }) => {
    const known = fields.get(name);
    return known !== undefined && known.optional === optional && isSameType(known.type, type);
  });
}
