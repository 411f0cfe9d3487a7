/**
 * Writes the body of a request in the media type that the document prefers: JSON, a form, a form with files, a text, or bytes.
 * Bytes are `{ base64, filename?, media_type? }`; a text stands for its own characters.
 */
import type { Json } from '../../expression/index.ts';
import type { ApiDocument } from '../document/api-document.ts';
import type { DeclaredBody } from '../document/declared-parameters.ts';
import { isJsonMedia } from '../document/media-type.ts';
import { asObject, asText, ownField } from '../document/own-field.ts';
import type { ApiBody, BodyBytes, BodyPart } from './api-request.ts';
import { isFile } from './is-file.ts';
import { isCompound, serializeInQuery, textOf } from './serialize-parameter.ts';

export type SerializedBody = ApiBody | { readonly problem: string };

export function serializeBody(api: ApiDocument, body: DeclaredBody, value: Json): SerializedBody {
  const { mediaType, schema } = body;
  const isRange = mediaType.includes('*');
  if (isJsonMedia(mediaType) && !(isRange && (isFile(api.view(schema).parts) || isBytes(value)))) {
    const type = isRange ? 'application/json' : mediaType;
    return { mediaType: type, content: { kind: 'text', text: JSON.stringify(value) } };
  }
  const given = mediaTypeOf(value);
  if (given !== undefined && !isMediaType(given)) return { problem: `has no media type in “${given}”` };
  const fields = asObject(value);
  if (/^multipart\//i.test(mediaType)) {
    if (fields === undefined) return { problem: 'must be an object: a form with files has fields' };
    const parts = Object.entries(fields).flatMap(([name, field]) => partsOf(api, body, name, field));
    const wrong = parts.find((part) => part.mediaType !== null && !isMediaType(part.mediaType));
    if (wrong !== undefined)
      return { problem: `has no media type in “${wrong.mediaType}” of “${wrong.name}”` };
    return { mediaType, content: { kind: 'parts', parts } };
  }
  if (/^application\/x-www-form-urlencoded/i.test(mediaType)) {
    if (fields === undefined) return { problem: 'must be an object: a form has fields' };
    const text = Object.entries(fields)
      .flatMap(([name, field]) => formField(body, name, field))
      .join('&');
    return { mediaType, content: { kind: 'text', text } };
  }
  const content = bytesOf(value);
  if (content === undefined)
    return { problem: `must be a text or {"base64": …}: it is sent as ${mediaType}` };
  return { mediaType: given ?? plainType(mediaType), content };
}

const isMediaType = (text: string): boolean => /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/.test(text);

/** `image/*` is a range, and no type. */
const plainType = (mediaType: string): string =>
  mediaType.includes('*') ? 'application/octet-stream' : mediaType;

const formStyles = ['spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'] as const;

function formField({ encoding }: DeclaredBody, name: string, value: Json): readonly string[] {
  const of = ownField(encoding, name);
  const style = asText(ownField(of, 'style'));
  const explode = ownField(of, 'explode');
  const chosen = {
    name,
    style: formStyles.find((each) => each === style) ?? 'form',
    explode: typeof explode === 'boolean' ? explode : style === undefined || style === 'form',
    allowReserved: ownField(of, 'allowReserved') === true,
  } as const;
  // Without a style, an object is one field of JSON.
  const isWhole = style === undefined && asObject(value) !== undefined;
  return serializeInQuery(chosen, isWhole ? JSON.stringify(value) : value);
}

function partsOf(api: ApiDocument, media: DeclaredBody, name: string, value: Json): readonly BodyPart[] {
  const view = api.view(api.view(media.schema).properties.get(name));
  const declared = asText(ownField(ownField(media.encoding, name), 'contentType'));
  const toPart = (item: Json, isFile: boolean): BodyPart => {
    const bytes = bytesOf(item);
    const mediaType = mediaTypeOf(item) ?? plainTypeOf(declared);
    if (bytes === undefined || (bytes.kind === 'text' && !isFile)) {
      const isPlain = !isCompound(item);
      return {
        name,
        filename: null,
        mediaType: mediaType ?? (isPlain ? null : 'application/json'),
        content: { kind: 'text', text: textOf(item) },
      };
    }
    const filename = asText(ownField(item, 'filename')) ?? name;
    return { name, filename, mediaType: mediaType ?? 'application/octet-stream', content: bytes };
  };
  if (!Array.isArray(value)) return [toPart(value, isFile(view.parts))];
  const items = api.view(view.items);
  return value.map((item: Json) => toPart(item, isFile(items.parts)));
}

/** `undefined` for a value that is not content: an object without `base64`, for instance. */
function bytesOf(value: Json): BodyBytes | undefined {
  const base64 = asText(ownField(value, 'base64'));
  if (base64 !== undefined) return { kind: 'base64', base64 };
  return isCompound(value) ? undefined : { kind: 'text', text: textOf(value) };
}

/** Of several types that a document names, the first. */
function plainTypeOf(declared: string | undefined): string | null {
  const [first = ''] = (declared ?? '').split(',');
  return first.trim() === '' ? null : plainType(first.trim());
}

const isBytes = (value: Json): boolean => typeof ownField(value, 'base64') === 'string';

const mediaTypeOf = (value: Json): string | undefined => asText(ownField(value, 'media_type'));
