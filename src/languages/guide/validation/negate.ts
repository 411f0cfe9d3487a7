/** The message of a rule that must not be met. Adds the negation if the author's message lacks it. */

const negations =
  /\b(?:not|no|none|never|nothing|without|cannot|avoid|avoids|forbid|forbids|forbidden|prohibited|disallowed|exclude|excludes|omit|omits|remove|free of|leave out|refrain)\b|n['’]t\b/i;

export const negate = (message: string): string => (negations.test(message) ? message : `Not: ${message}`);
