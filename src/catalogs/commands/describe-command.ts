/** What a list of commands says of an operation besides its names. */
import type { Json } from '../../expression/index.ts';
import { type Endpoint, listEndpoints } from '../document/list-endpoints.ts';
import { asText, ownField } from '../document/own-field.ts';

export interface CommandFacts {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly reads: boolean;
  readonly deprecated: boolean;
  /** One line; may be empty. */
  readonly summary: string;
}

/** HTTP clients do not send TRACE. */
export const callableEndpoints = (document: Json): readonly Endpoint[] =>
  listEndpoints(document).filter(({ method }) => method !== 'trace');

const reading = ['get', 'head', 'options'];

export const describeCommand = ({ method, path, operation, item }: Endpoint): CommandFacts => ({
  method: method.toUpperCase(),
  path,
  reads: reading.includes(method),
  deprecated: ownField(operation, 'deprecated') === true,
  get summary() {
    const texts = [operation, item].flatMap((from) =>
      ['summary', 'description'].map((key) => ownField(from, key)),
    );
    return texts.map((text) => firstLine(asText(text) ?? '')).find((line) => line !== '') ?? '';
  },
});

const maxLine = 200;

function firstLine(text: string): string {
  // A long text may begin with empty lines.
  const [first = ''] = text
    .slice(0, 10_000)
    .trim()
    .split(/[\r\n\u2028\u2029]/, 1);
  const line = first.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length <= maxLine
    ? line
    : `${line
        .slice(0, maxLine - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`;
}
