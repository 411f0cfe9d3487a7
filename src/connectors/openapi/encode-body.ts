/** Writes the body of an API request as bytes. */
import { randomBytes } from 'node:crypto';
import type { ApiBody, BodyBytes } from '../../catalogs/index.ts';

export interface EncodedBody {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export function encodeBody({ mediaType, content }: ApiBody): EncodedBody {
  if (content.kind !== 'parts') return { contentType: mediaType, bytes: toBytes(content) };
  const boundary = `signalbox-${randomBytes(18).toString('hex')}`;
  const chunks = content.parts.flatMap(({ name, filename, mediaType: type, content: bytes }) => {
    const file = filename === null ? '' : `; filename="${quoted(filename)}"`;
    const typed = type === null ? '' : `content-type: ${type.replaceAll(/[^\x20-\x7e]/g, '')}\r\n`;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${file}\r\n${typed}\r\n`;
    return [Buffer.from(head), toBytes(bytes), Buffer.from('\r\n')];
  });
  const bytes = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  const [type] = mediaType.split(';');
  return { contentType: `${type}; boundary=${boundary}`, bytes };
}

const toBytes = (content: BodyBytes): Buffer =>
  content.kind === 'text' ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64');

/** As browsers write names: a quote or a line break would end the header. */
const quoted = (text: string): string =>
  text.replaceAll(/["\r\n]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
