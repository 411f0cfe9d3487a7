/** Environment variables by name. */
export type Environment = { readonly [name: string]: string | undefined };
