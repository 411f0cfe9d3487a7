/** Parses and matches SPIFFE ids: a trust domain, and path segments below it. */
const maxLength = 2_048;

const form = /^spiffe:\/\/[a-z0-9._-]{1,255}(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)*$/;

export function isSpiffeId(text: string): boolean {
  return text.length <= maxLength && form.test(text);
}

/** @param pattern an id; a trailing `/*` matches everything below it, but not the parent itself */
export function matchesSpiffe(pattern: string, id: string): boolean {
  return pattern.endsWith('/*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}
