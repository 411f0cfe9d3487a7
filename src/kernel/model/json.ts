/** Plain JSON. Numbers are finite; the kernel stores nothing else in a state. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
