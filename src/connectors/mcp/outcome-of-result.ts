/** Converts the result of a tool into the outcome of a call. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Failure, Json } from '../../kernel/index.ts';
import { badAnswer, type ConnectorOutcome, isStorable, type Redact } from '../../runtime/index.ts';
import { jsonOrText } from '../values/json-or-text.ts';

const maxMessageLength = 1_000;
const maxDataSize = 65_536;
const mebibyte = 1_048_576;
/** Limit in bytes of JSON. */
const maxOutputBytes = 5 * mebibyte;

export function outcomeOfResult(result: CallToolResult, tool: string, redact: Redact): ConnectorOutcome {
  const output = outputOf(result);
  const isKept = isStorable(output);
  if (result.isError === true) {
    return { kind: 'failed', failure: failureOf(result, isKept ? output : null, tool, redact) };
  }
  if (!isKept) return { kind: 'failed', failure: badAnswer };
  const size = Buffer.byteLength(JSON.stringify(output));
  return size > maxOutputBytes
    ? { kind: 'failed', failure: tooLarge(tool, size) }
    : { kind: 'succeeded', output };
}

const tooLarge = (tool: string, size: number): Failure => ({
  code: 'mcp-too-large',
  message: `The tool “${tool}” returned ${(size / mebibyte).toFixed(1)} MiB; the limit is ${maxOutputBytes / mebibyte} MiB. Request less at once, for example a page.`,
  retryable: false,
});

/** The structured content if present; otherwise the content blocks, a single one unwrapped. Texts are often JSON. */
function outputOf({ structuredContent, content }: CallToolResult): Json {
  if (structuredContent !== undefined) return structuredContent as Json;
  const values = content.map(
    (block): Json => (block.type === 'text' ? jsonOrText(block.text) : (block as Json)),
  );
  return values.length > 1 ? values : (values[0] ?? null);
}

function failureOf({ content }: CallToolResult, output: Json, tool: string, redact: Redact): Failure {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const data = typeof output === 'object' && output !== null ? redact(output) : undefined;
  // Servers report errors as plain text, as JSON, or as JSON under “error”.
  const candidates = [data, fieldOf(data, 'error')];
  const messageFields = [
    fieldOf(data, 'error'),
    ...candidates.map((candidate) => fieldOf(candidate, 'message')),
  ];
  const message = messageFields.find((value) => typeof value === 'string') ?? texts.join(' ').trim();
  const said = redact(message).slice(0, maxMessageLength);
  const retryable = candidates
    .map((candidate) => fieldOf(candidate, 'retryable'))
    .find((value) => typeof value === 'boolean');
  return {
    code: 'tool-error',
    message: said === '' ? `The tool “${tool}” failed without a message.` : said,
    ...(retryable === undefined ? {} : { retryable }),
    ...(data === undefined || JSON.stringify(data).length > maxDataSize ? {} : { data }),
  };
}

function fieldOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const record = value as { readonly [name: string]: Json };
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
