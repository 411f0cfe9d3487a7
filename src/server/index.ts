/** The doors through which operations are called. */
export {};
