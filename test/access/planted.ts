/** Generates recognizable secrets, and finds them in every encoding. */
import { randomBytes } from 'node:crypto';

export interface Planted {
  /** Name for reports, which never contain the secret itself. */
  readonly name: string;
  readonly value: string;
}

/** Contains characters that each encoding writes differently. */
export const plant = (name: string): Planted => ({
  name,
  value: `${randomBytes(24).toString('base64')}"+/%\\&`,
});

/** @returns findings: “name as encoding in place” */
export function findLeaks(
  planted: readonly Planted[],
  places: readonly (readonly [place: string, content: string | Buffer])[],
): readonly string[] {
  const needles = planted.flatMap(({ name, value }) =>
    Object.entries(formsOf(value)).map(([form, text]) => [`${name} as ${form}`, Buffer.from(text)] as const),
  );
  return places.flatMap(([place, content]) => {
    const bytes = Buffer.from(content as Buffer);
    return needles
      .filter(([, needle]) => bytes.includes(needle))
      .map(([found]) => `${found} in ${place}${around(bytes, needles)}`);
  });
}

/** The text before the first finding, so that a report shows where it came from. */
function around(bytes: Buffer, needles: readonly (readonly [string, Buffer])[]): string {
  const at = Math.min(...needles.map(([, needle]) => bytes.indexOf(needle)).filter((index) => index >= 0));
  return ` (behind “${bytes.subarray(Math.max(0, at - 80), at).toString('latin1')}”)`;
}

function formsOf(value: string): Readonly<Record<string, string>> {
  const json = JSON.stringify(value).slice(1, -1);
  const middles = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]).toString('base64');
    // The neighbouring bytes change the characters at both ends.
    return text.replaceAll('=', '').slice(before === 0 ? 0 : before + 1, -1);
  });
  return {
    itself: value,
    JSON: json,
    'JSON in JSON': JSON.stringify(json).slice(1, -1),
    'part of an address': encodeURIComponent(value),
    'value of a form': new URLSearchParams({ '': value }).toString().slice(1),
    'hexadecimal digits': Buffer.from(value).toString('hex'),
    ...Object.fromEntries(
      middles.flatMap((text, index) => [
        [`base64 at ${index}`, text],
        [`base64url at ${index}`, text.replaceAll('+', '-').replaceAll('/', '_')],
      ]),
    ),
  };
}
