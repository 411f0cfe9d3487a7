/** The connectors of the engine, and which of them performs an operation. */
import type { Program } from '../../kernel/index.ts';
import type { Connector } from '../ports/connector.ts';
import type { BindingProblem } from './run-requests.ts';

export interface Connectors {
  /** Those that all tenants share. */
  readonly all: readonly Connector[];
  /** Those that this tenant alone has. */
  of(tenant: string): readonly Connector[];
  find(tenant: string, name: string): Connector | undefined;
  /**
   * Binds the operations that a program leaves open. Two connectors that offer one, built-ins included, are a problem.
   * Those of one tenant are never meant by an open name.
   */
  bind(tenant: string, program: Program): Promise<Binding>;
}

/** Connectors that one tenant has: their names differ from those that all share. */
export interface TenantConnectors {
  of(tenant: string): readonly Connector[];
}

export type Binding =
  | { readonly kind: 'bound'; readonly bindings: { readonly [operation: string]: string } }
  | { readonly kind: 'unbound'; readonly problems: readonly BindingProblem[] };
