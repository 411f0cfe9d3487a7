/** A budget of work that analyses share. Each subtracts what it costs, about one per 10 ns, and stops when it is empty. */
export interface Fuel {
  left: number;
}

/** Subtracting changes nothing. */
export const unlimited: Fuel = { left: Number.POSITIVE_INFINITY };
