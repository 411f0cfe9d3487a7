/** Sanitizes names for display: they cannot control a terminal, reverse a line or break an XML text. */

/** Control and formatting characters (including text direction), lone surrogates, unassigned code points. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u;
/** Joiners of letters in some scripts and of emoji: harmless, and required for their meaning. */
const joiner = /[\u200c\u200d]/;
const mark = /\p{M}/u;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const marksPerLetter = 3;

/** @returns the text on one line, with a replacement sign for every unsafe character */
export function cleanText(text: string): string {
  let clean = '';
  let marks = marksPerLetter;
  for (const letter of text) {
    if (mark.test(letter)) {
      marks += 1;
      if (marks <= marksPerLetter) clean += letter;
    } else {
      marks = 0;
      clean += unsafe.test(letter) && !joiner.test(letter) ? '\ufffd' : /\p{Z}/u.test(letter) ? ' ' : letter;
    }
  }
  return clean;
}

/** Columns of a character in a terminal; 0 for a combining mark. */
export function letterWidth(letter: string): number {
  if (mark.test(letter) || joiner.test(letter) || /[\u1160-\u11ff]/.test(letter)) return 0;
  return wide.test(letter) ? 2 : 1;
}

export function displayWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}

/** @returns the text, shortened in the middle if it is too wide: names often differ at the end */
export function cutText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const letters = [...text];
  const room = Math.max(0, width - 1);
  const head = takeWithin(letters, Math.ceil(room / 2));
  const tail = takeWithin(letters.toReversed(), Math.floor(room / 2));
  return `${head.join('')}…${tail.toReversed().join('')}`;
}

export function takeWithin(letters: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const letter of letters) {
    used += letterWidth(letter);
    if (used > width) break;
    taken.push(letter);
  }
  return taken;
}

/** Wraps words to this width; lines after the first are indented. A single word must not be wider. */
export function wrapWords(words: readonly string[], width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = indent + word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** @returns the words on at most this many lines, or undefined if they do not fit */
export function wrapWithin(text: string, width: number, lines: number): string[] | undefined {
  const wrapped = wrapWords(text.split(' '), width, '');
  return wrapped.length <= lines && wrapped.every((line) => displayWidth(line) <= width)
    ? wrapped
    : undefined;
}

/** @returns the words on at most this many lines, cut if they do not fit */
export function wrapText(text: string, width: number, lines: number): string[] {
  const wrapped = wrapWithin(text, width, lines);
  if (wrapped !== undefined) return wrapped;
  const all = wrapWords(text.split(' '), width, '');
  const kept = all.length <= lines ? all : [...all.slice(0, lines - 1), all.slice(lines - 1).join(' ')];
  return kept.map((line) => cutText(line, width));
}
