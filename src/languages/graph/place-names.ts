/** Places of the nets of this language. */

/** Where the token waits that `depends_on` sends, that a route sends, that the start sends. */
export const dependencyPlace = (from: string, to: string): string => `${from}→${to}`;
export const routePlace = (from: string, to: string): string => `${from}⇢${to}`;
export const startPlace = (to: string): string => `⇥${to}`;
