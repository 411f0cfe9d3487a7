/** Connectors: they perform the calls that workflows make. */
export {};
