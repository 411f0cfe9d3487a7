/** Runs another XML Schema processor for comparison: many documents and schemas in one call, because each call is slow. */
import { validateXML } from 'xmllint-wasm';

export interface OracleQuestion {
  /** Declarations of its schema: global elements with unique names, and what they refer to. */
  readonly declarations: string;
  readonly documents: readonly string[];
}

/** For each question and each of its documents: whether it is valid. */
export async function askOracle(
  questions: readonly OracleQuestion[],
): Promise<readonly (readonly boolean[])[]> {
  const declarations = questions.map((question) => question.declarations).join('\n');
  const contents = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${declarations}</xs:schema>`;
  const xml = questions.flatMap(({ documents }, question) =>
    documents.map((text, at) => ({ fileName: `${question}-${at}.xml`, contents: text })),
  );
  const { rawOutput } = await validateXML({
    xml,
    schema: [{ fileName: 'schema.xsd', contents }],
    initialMemoryPages: 1_024,
    maxMemoryPages: 8_192,
  });
  if (/schema\.xsd/.test(rawOutput))
    throw new Error(`The oracle refuses the schema: ${rawOutput.slice(0, 2_000)}`);
  const valid = new Set([...rawOutput.matchAll(/^(\S+) validates$/gm)].map(([, file]) => file));
  return questions.map(({ documents }, question) =>
    documents.map((_, at) => valid.has(`${question}-${at}.xml`)),
  );
}
