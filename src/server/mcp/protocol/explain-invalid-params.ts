/** Explains params that do not match the schema of a method: the SDK reports the list of issues itself as the text. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';

const issueList = z
  .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

/** More do not help to correct the params. */
const maxIssues = 5;

/** @returns the error itself if it has another reason */
export function explainInvalidParams(method: string, error: unknown): unknown {
  const text =
    error instanceof Error ? /^(?:Invalid tools\/call request: )?(\[.*\])$/s.exec(error.message) : null;
  const issues = issueList.safeParse(jsonOf(text?.[1] ?? ''));
  if (!issues.success) return error;
  const explained = issues.data.slice(0, maxIssues).map(({ path, message }) => {
    const [, ...names] = path;
    return `“${names.length === 0 ? 'params' : names.join('.')}”: ${message}`;
  });
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid params for ${method}: ${explained.join('; ')}.`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
