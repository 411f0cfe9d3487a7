/** SPIFFE ids, as their standard writes them: a trust domain, and segments below it. */
const maxLength = 2_048;

const form = /^spiffe:\/\/[a-z0-9._-]{1,255}(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)*$/;

export function isSpiffeId(text: string): boolean {
  return text.length <= maxLength && form.test(text);
}

/** @param pattern an id; one with `/*` at its end fits whatever is below it, and not what it stands under */
export function matchesSpiffe(pattern: string, id: string): boolean {
  return pattern.endsWith('/*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}
