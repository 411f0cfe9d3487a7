/** Tells one build of the program from another. */

/** Put there when the program is bundled. */
declare const signalboxBuild: string | undefined;

/** Undefined where the program is not bundled: then what it computes may change at any time. */
export const programBuild: string | undefined =
  typeof signalboxBuild === 'string' ? signalboxBuild : undefined;
