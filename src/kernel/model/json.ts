/** Plain JSON. Numbers are finite; the kernel never puts anything else into a state. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
