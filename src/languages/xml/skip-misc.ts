/** What an XML text has beside its elements: the declaration, comments, processing instructions; and what is refused. */
import { isXmlSpace, nameAt } from './xml-characters.ts';
import { characterAt, describeAt, XmlFault } from './xml-fault.ts';

/** Of the text itself nothing depends on it any more: it is read before it comes here. */
const encodings = new Set(['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'us-ascii', 'iso-8859-1']);
const replacement = '\ufffd';

const declaration =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][A-Za-z0-9._-]*)["'])?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/dy;

/** From the start of the text to behind the byte order mark and the XML declaration. */
export function skipDeclaration(text: string): number {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  if (!text.startsWith('<?xml', start) || !isXmlSpace(text[start + 5])) return start;
  declaration.lastIndex = start;
  const found = declaration.exec(text);
  if (found === null) {
    const close = text.indexOf('?>', start);
    throw new XmlFault({
      span: { start, end: close < 0 ? start + 5 : close + 2 },
      rule: 'xml-syntax',
      message:
        'The XML declaration cannot be read. It may say its version, then its encoding, then “standalone”.',
      expected: '<?xml version="1.0" encoding="UTF-8"?>',
      actual: text.slice(start, Math.min(start + 80, close < 0 ? start + 5 : close + 2)),
    });
  }
  const [encodingStart] = found.indices?.[1] ?? [];
  if (found[1] !== undefined && encodingStart !== undefined) checkEncoding(text, encodingStart, found[1]);
  return start + found[0].length;
}

function checkEncoding(text: string, at: number, encoding: string): void {
  const lower = encoding.toLowerCase();
  const broken = !lower.startsWith('utf-') && text.includes(replacement);
  if (encodings.has(lower) && !broken) return;
  throw new XmlFault({
    span: { start: at, end: at + encoding.length },
    rule: 'xml-unsupported',
    message: broken
      ? `The text says that it is in ${encoding}, but was read as UTF-8, and some of its characters are lost. Save it as UTF-8.`
      : `A text in ${encoding} is not read. Save it as UTF-8.`,
    expected: 'UTF-8',
    actual: encoding,
  });
}

/** Behind the comment or processing instruction that begins here; undefined where none does. */
export function skipMisc(text: string, at: number): number | undefined {
  if (text.startsWith('<!--', at)) return skipComment(text, at);
  if (text.startsWith('<?', at)) return skipInstruction(text, at);
  return undefined;
}

function skipComment(text: string, start: number): number {
  const dashes = text.indexOf('--', start + 4);
  if (dashes >= 0 && text[dashes + 2] === '>') return dashes + 3;
  throw new XmlFault(
    dashes < 0
      ? {
          span: { start, end: start + 4 },
          rule: 'xml-syntax',
          message: 'This comment is never closed. It ends with “-->”.',
          expected: '-->',
          actual: 'the end of the text',
        }
      : {
          span: { start: dashes, end: dashes + 2 },
          rule: 'xml-syntax',
          message: 'Inside a comment there may be no “--”.',
          expected: '-->',
          actual: '--',
        },
  );
}

function skipInstruction(text: string, start: number): number {
  const target = nameAt(text, start + 2);
  const after = start + 2 + target.length;
  if (target === '' || target.includes(':')) {
    throw new XmlFault({
      span: { start, end: after },
      rule: 'xml-syntax',
      message: 'A processing instruction begins with a name: <?name … ?>.',
      expected: 'a name without a colon',
      actual: target === '' ? describeAt(text, after) : target,
    });
  }
  if (target.toLowerCase() === 'xml') {
    throw new XmlFault({
      span: { start, end: after },
      rule: 'xml-syntax',
      message: 'The XML declaration may only stand at the very beginning of the text, before any space.',
      expected: 'the beginning of the text',
      actual: `<?${target}`,
    });
  }
  const end = text.indexOf('?>', after);
  if (end < 0 || (end > after && !isXmlSpace(text[after]))) {
    throw new XmlFault({
      span: end < 0 ? { start, end: after } : characterAt(text, after),
      rule: 'xml-syntax',
      message:
        end < 0
          ? 'This processing instruction is never closed. It ends with “?>”.'
          : `After the name “${target}” there has to be a space or “?>”.`,
      expected: '?>',
      actual: end < 0 ? 'the end of the text' : describeAt(text, after),
    });
  }
  return end + 2;
}

/** `<!` that begins neither a comment nor a CDATA section. */
export function refuseMarkup(text: string, at: number): XmlFault {
  if (text.startsWith('<!DOCTYPE', at)) {
    return new XmlFault({
      span: { start: at, end: at + 9 },
      rule: 'xml-unsupported',
      message:
        'A document type is not accepted: it could define entities without end, or have files fetched. Remove <!DOCTYPE …> and write what its entities stand for.',
      expected: 'no document type',
      actual: '<!DOCTYPE',
    });
  }
  return new XmlFault({
    span: { start: at, end: Math.min(at + 2, text.length) },
    rule: 'xml-syntax',
    message:
      '“<!” begins a comment, “<!--”, or inside an element a CDATA section, “<![CDATA[”. A “<” in a text is written “&lt;”.',
    expected: '<!-- or <![CDATA[',
    actual: text.slice(at, at + 4),
  });
}
