/** Names the places of the nets of this language. */

/** The place of the token from `depends_on`, from a route, from the start. */
export const dependencyPlace = (from: string, to: string): string => `${from}→${to}`;
export const routePlace = (from: string, to: string): string => `${from}⇢${to}`;
export const startPlace = (to: string): string => `⇥${to}`;
