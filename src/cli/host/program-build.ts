/** Identifies the build of the program. */

/** Set by the bundler. */
declare const signalboxBuild: string | undefined;

/** `undefined` if the program is not bundled: its code may then change at any time. */
export const programBuild: string | undefined =
  typeof signalboxBuild === 'string' ? signalboxBuild : undefined;
