/** The connectors of the engine, and which of them performs an operation. */
import type { Program } from '../../kernel/index.ts';
import type { Connector } from '../ports/connector.ts';
import type { BindingProblem } from './run-requests.ts';

export interface Connectors {
  readonly all: readonly Connector[];
  find(name: string): Connector | undefined;
  /** Binds the operations that a program leaves open. Two connectors that offer one, built-ins included, are a problem. */
  bind(program: Program): Promise<Binding>;
}

export type Binding =
  | { readonly kind: 'bound'; readonly bindings: { readonly [operation: string]: string } }
  | { readonly kind: 'unbound'; readonly problems: readonly BindingProblem[] };
