/**
 * A catalog: an API as commands. Its index says what there is, in a size that every server keeps in memory; the detail of a
 * command has everything that is needed to check and to perform a call of it, without the document that it came from.
 */
import type { Json, Type } from '../../expression/index.ts';
import type { OperationParameter } from '../../languages/workflow.ts';
import type { DocumentProblem } from '../document/find-problems.ts';
import type { SecurityScheme } from '../document/security-of.ts';

export type { DocumentProblem } from '../document/find-problems.ts';

export type CatalogFormat = 'openapi_2' | 'openapi_3' | 'graphql';

export interface CatalogIndex {
  readonly format: CatalogFormat;
  /** As its document writes it; may be empty. */
  readonly title: string;
  readonly version: string;
  /** Addresses of the API, absolute, with the defaults of their variables. */
  readonly servers: readonly string[];
  readonly schemes: { readonly [name: string]: SecurityScheme };
  readonly commands: readonly CommandEntry[];
  /** What was left out, as sentences. */
  readonly warnings: readonly string[];
}

export interface CommandEntry {
  /** From its operation id, as workflows write it after the name of the catalog: `issues_create`. */
  readonly name: string;
  /** From its method and path: `repos:issues:create`. */
  readonly canonical: string;
  /** The operation id as its document writes it; null if there is none. */
  readonly operationId: string | null;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  /** Whether it changes nothing, by its method, or by the parsed GraphQL document. */
  readonly reads: boolean;
  /** One line of at most 200 characters; may be empty. */
  readonly summary: string;
  readonly parameters: readonly CommandParameter[];
  readonly deprecated: boolean;
}

export interface CommandParameter {
  readonly name: string;
  readonly required: boolean;
  /** Whose results are its values. */
  readonly provider?: ValueProvider;
}

/** A command that lists what a parameter may be. */
export interface ValueProvider {
  /** The name of the command. */
  readonly command: string;
  /** The field of its result that holds the items; null: the result is the list. Catalogs of before have none. */
  readonly list?: string | null;
  /** The field of each item that is the value; null: the item itself. */
  readonly value: string | null;
  /** The field that people recognise an item by; null: the value. */
  readonly label: string | null;
  /** Arguments of the provider: for each of its required parameters the parameter of the command that fills it. */
  readonly args: { readonly [argument: string]: string };
}

export interface CommandDetail {
  /** The long one, if there is one, otherwise the summary. */
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  readonly open: boolean;
  readonly result: Type;
  /** Null if there is none. */
  readonly example: Json;
  readonly call: CommandCall;
}

export type CommandCall =
  /** @property document with this operation alone, and what its request refers to */
  | { readonly kind: 'openapi'; readonly document: Json }
  /** @property query the whole document. @property types those that its variables refer to, as GraphQL writes them */
  | {
      readonly kind: 'graphql';
      readonly query: string;
      readonly field: string;
      readonly types: string;
    };

export interface CompiledCatalog {
  readonly index: CatalogIndex;
  /** Of a command by its place in the index. Computed when it is asked for. */
  detail(at: number): CommandDetail;
}

export type CompileResult =
  | { readonly kind: 'catalog'; readonly catalog: CompiledCatalog }
  | {
      readonly kind: 'problems';
      readonly format: CatalogFormat | 'unknown';
      readonly problems: readonly DocumentProblem[];
    };

export interface CompileOptions {
  /** Commands of the version before: the same method and path keep their names. */
  readonly previous?: readonly Pick<CommandEntry, 'name' | 'canonical' | 'method' | 'path'>[];
}
