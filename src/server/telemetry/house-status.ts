/** How the house stands, in figures: for whoever watches over it. */
export interface HouseStatus {
  /** By their status. */
  readonly runs: Readonly<Record<string, number>>;
  readonly openItems: number;
  readonly definitions: { readonly valid: number; readonly invalid: number };
  readonly load: Readonly<Record<string, number>>;
}
