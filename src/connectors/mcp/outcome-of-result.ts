/** What a tool answered, as the outcome of a call. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Failure, Json } from '../../kernel/index.ts';
import type { ConnectorOutcome, Redact } from '../../runtime/index.ts';

const longestMessage = 1_000;
const mostData = 65_536;

export function outcomeOfResult(result: CallToolResult, tool: string, redact: Redact): ConnectorOutcome {
  if (result.isError === true) return { kind: 'failed', failure: failureOf(result, tool, redact) };
  return { kind: 'succeeded', output: outputOf(result) };
}

/** The structured content where there is one; else what the blocks say, one alone as itself. */
function outputOf({ structuredContent, content }: CallToolResult): Json {
  if (structuredContent !== undefined) return structuredContent as Json;
  const values = content.map(
    (block): Json => (block.type === 'text' ? valueOf(block.text) : (block as Json)),
  );
  return values.length > 1 ? values : (values[0] ?? null);
}

/** Tools that have no structured content write JSON as text. */
function valueOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function failureOf(result: CallToolResult, tool: string, redact: Redact): Failure {
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const output = outputOf(result);
  const data = typeof output === 'object' && output !== null ? redact(output) : undefined;
  const said = redact(texts.join(' ').trim()).slice(0, longestMessage);
  const retryable = [data, fieldOf(data, 'error')]
    .map((record) => fieldOf(record, 'retryable'))
    .find((value) => typeof value === 'boolean');
  return {
    code: 'tool-error',
    message: said === '' ? `The tool “${tool}” failed and did not say why.` : said,
    ...(retryable === undefined ? {} : { retryable }),
    ...(data === undefined || JSON.stringify(data).length > mostData ? {} : { data }),
  };
}

function fieldOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const record = value as { readonly [name: string]: Json };
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
