/** Variables of the environment, by name. */
export type Environment = { readonly [name: string]: string | undefined };
