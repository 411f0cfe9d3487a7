/** Skips the XML declaration, comments and processing instructions, and rejects other markup. */
import { isXmlSpace, nameAt } from './xml-characters.ts';
import { characterAt, describeAt, XmlFault } from './xml-fault.ts';

/** The encodings that a declaration may name: the text is already decoded. */
const encodings = new Set(['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'us-ascii', 'iso-8859-1']);
const replacement = '\ufffd';

const declaration =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][A-Za-z0-9._-]*)["'])?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/dy;

/** Returns the offset after the byte order mark and the XML declaration. */
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
        'The XML declaration is invalid. It may contain version, encoding and “standalone”, in this order.',
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
      ? `The text declares the encoding ${encoding}, but was read as UTF-8, and some characters are lost. Save it as UTF-8.`
      : `The encoding ${encoding} is not supported. Save the text as UTF-8.`,
    expected: 'UTF-8',
    actual: encoding,
  });
}

/** Returns the offset after the comment or processing instruction that starts here; undefined if there is none. */
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
          message: 'This comment is not closed. Close it with “-->”.',
          expected: '-->',
          actual: 'the end of the text',
        }
      : {
          span: { start: dashes, end: dashes + 2 },
          rule: 'xml-syntax',
          message: '“--” is not allowed inside a comment.',
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
      message: 'A processing instruction must start with a name: <?name … ?>.',
      expected: 'a name without a colon',
      actual: target === '' ? describeAt(text, after) : target,
    });
  }
  if (target.toLowerCase() === 'xml') {
    throw new XmlFault({
      span: { start, end: after },
      rule: 'xml-syntax',
      message: 'The XML declaration must be at the start of the text, before any space.',
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
          ? 'This processing instruction is not closed. Close it with “?>”.'
          : `The name “${target}” must be followed by a space or “?>”.`,
      expected: '?>',
      actual: end < 0 ? 'the end of the text' : describeAt(text, after),
    });
  }
  return end + 2;
}

/** Rejects `<!` that starts neither a comment nor a CDATA section. */
export function refuseMarkup(text: string, at: number): XmlFault {
  if (text.startsWith('<!DOCTYPE', at)) {
    return new XmlFault({
      span: { start: at, end: at + 9 },
      rule: 'xml-unsupported',
      message:
        'A document type is not accepted: it could define unlimited entities or load files. Remove <!DOCTYPE …> and write the values of its entities.',
      expected: 'no document type',
      actual: '<!DOCTYPE',
    });
  }
  return new XmlFault({
    span: { start: at, end: Math.min(at + 2, text.length) },
    rule: 'xml-syntax',
    message:
      '“<!” must start a comment, “<!--”, or inside an element a CDATA section, “<![CDATA[”. In a text, write “&lt;”.',
    expected: '<!-- or <![CDATA[',
    actual: text.slice(at, at + 4),
  });
}
