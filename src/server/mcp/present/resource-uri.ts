/**
 * Writes and parses resource URIs, in this one place. A written URI parses to the same resource; any other input is
 * not a resource.
 */
export type ResourceAddress =
  | { readonly kind: 'graph'; readonly domain: string }
  | {
      readonly kind: 'workflow';
      readonly domain: string;
      /** Its id; when parsed also its name, if unique in the domain. */
      readonly name: string;
      readonly part: WorkflowPart;
    }
  | { readonly kind: 'run'; readonly run: string; readonly part: RunPart }
  /** The list of all languages. */
  | { readonly kind: 'languages' }
  | { readonly kind: 'language' | 'schema'; readonly language: string };

/** `whole`: the URI without a part after the name. */
export type WorkflowPart = 'whole' | 'source' | 'schema' | 'drawing.svg';
export type RunPart = 'whole' | 'state' | 'output' | 'drawing.svg';

/** A resource, and the offset where reading starts. */
export interface ResourcePage {
  readonly address: ResourceAddress;
  readonly from: number;
}

type Named = Readonly<{ id: string; domain: string }>;

/** The domain of documents that name none. */
const defaultDomain = 'default';

export const domainOf = ({ domain }: Pick<Named, 'domain'>): string =>
  domain === '' ? defaultDomain : domain;

export const uriOfGraph = (workflow: Pick<Named, 'domain'>): string =>
  formatResourceUri({ kind: 'graph', domain: domainOf(workflow) });

export const uriOfWorkflow = (workflow: Named, part: WorkflowPart = 'whole'): string =>
  formatResourceUri({ kind: 'workflow', domain: domainOf(workflow), name: workflow.id, part });

export const uriOfRun = (run: string, part: RunPart = 'whole'): string =>
  formatResourceUri({ kind: 'run', run, part });

/** @param from offset where reading starts */
export function formatResourceUri(address: ResourceAddress, from = 0): string {
  return `${withoutQuery(address)}${from === 0 ? '' : `?from=${from}`}`;
}

function withoutQuery(address: ResourceAddress): string {
  switch (address.kind) {
    case 'graph':
      return `workflow://${encodeSegment(address.domain)}/graph`;
    case 'workflow': {
      // A workflow may also be named “graph”.
      const name = address.name === 'graph' ? '%67raph' : encodeSegment(address.name);
      return `workflow://${encodeSegment(address.domain)}/${name}${pathOfPart(address.part)}`;
    }
    case 'run':
      return `run://${encodeSegment(address.run)}${pathOfPart(address.part)}`;
    case 'languages':
      return 'signalbox://languages';
    case 'language':
    case 'schema':
      return `signalbox://${address.kind}s/${encodeSegment(address.language)}`;
  }
}

const pathOfPart = (part: WorkflowPart | RunPart): string => (part === 'whole' ? '' : `/${part}`);

/** `undefined` if it is not a URI of Signalbox. */
export function parseResourceUri(uri: string): ResourcePage | undefined {
  if (uri.length > maxUriLength) return undefined;
  const [, scheme, path = '', from = '0'] = written.exec(uri) ?? [];
  if (scheme === undefined) return undefined;
  const raw = path.split('/');
  const segments = raw.flatMap(decodeSegment);
  const [first, second] = segments;
  if (first === undefined || segments.length !== raw.length) return undefined;
  const address = addressIn(scheme, first, second, raw);
  return address === undefined ? undefined : { address, from: Number(from) };
}

function addressIn(
  scheme: string,
  first: string,
  second: string | undefined,
  raw: readonly string[],
): ResourceAddress | undefined {
  switch (scheme) {
    case 'run':
      return addressOfRun(first, raw);
    case 'signalbox':
      return addressOfLanguage(first, second, raw);
    default:
      return addressOfWorkflow(first, second, raw);
  }
}

function addressOfLanguage(
  list: string,
  language: string | undefined,
  { length }: readonly string[],
): ResourceAddress | undefined {
  if (list === 'languages' && length === 1) return { kind: 'languages' };
  if (language === undefined || language.length > maxLanguageLength || length > 2) return undefined;
  if (list === 'languages') return { kind: 'language', language };
  return list === 'schemas' ? { kind: 'schema', language } : undefined;
}

function addressOfRun(run: string, [, ...rest]: readonly string[]): ResourceAddress | undefined {
  const part = partOf(runParts, rest);
  return part === undefined || !runId.test(run) ? undefined : { kind: 'run', run, part };
}

function addressOfWorkflow(
  domain: string,
  name: string | undefined,
  [, rawName, ...rest]: readonly string[],
): ResourceAddress | undefined {
  if (rawName === 'graph' && rest.length === 0) return { kind: 'graph', domain };
  const part = partOf(workflowParts, rest);
  if (name === undefined || name.length > maxNameLength || part === undefined) return undefined;
  return { kind: 'workflow', domain, name, part };
}

/** The part after the name; `undefined` if unknown. */
function partOf<Part extends string>(
  parts: readonly Part[],
  rest: readonly string[],
): Part | 'whole' | undefined {
  return rest.length === 0 ? 'whole' : parts.find((each) => each === rest.join('/'));
}

const maxUriLength = 8_192;
/** The length limit of the operations. */
export const maxNameLength = 300;
/** The length limit of the operations. */
const maxLanguageLength = 50;
const runId = /^[\p{L}\p{N}\p{P}\p{S}]{1,200}$/u;
const written = /^(workflow|run|signalbox):\/\/([^?#]+)(?:\?from=(0|[1-9]\d{0,14}))?$/;

const workflowParts = ['source', 'schema', 'drawing.svg'] as const;
const runParts = ['state', 'output', 'drawing.svg'] as const;

function encodeSegment(text: string): string {
  // A lone surrogate has no bytes; a segment of dots would mean another folder.
  const whole = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
  return /^\.{1,2}$/.test(whole) ? whole.replaceAll('.', '%2E') : whole;
}

/** Empty if it is not a segment: white space, control characters and dots alone are percent-encoded or refused. */
function decodeSegment(segment: string): readonly string[] {
  if (!/^(?:[^%\s\p{C}]|%[0-9a-f]{2})+$/iu.test(segment) || /^\.{1,2}$/.test(segment)) return [];
  try {
    const text = decodeURIComponent(segment);
    return /\p{Cc}/u.test(text) ? [] : [text];
  } catch {
    return [];
  }
}
