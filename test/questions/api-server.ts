/**
 * A public API on 127.0.0.1 for tests. Every request and every response is validated against a description that was written from
 * the published one, not from the program; what differs is answered as the API would answer it, and collected in `problems`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ArgocdSeed, createArgocd } from './apis/argocd.ts';
import {
  type ApiName,
  type Description,
  type Json,
  type JsonObject,
  type Mismatch,
  type Operation,
  openDescription,
} from './apis/description.ts';
import { createGithub, type GithubSeed } from './apis/github.ts';
import { createHetzner, type HetznerSeed } from './apis/hetzner.ts';
import type { Answer, SimulatedApi } from './apis/simulated-api.ts';

interface Seeds {
  readonly hetzner: HetznerSeed;
  readonly github: GithubSeed;
  readonly argocd: ArgocdSeed;
}

export interface ApiServerOptions<Name extends ApiName> {
  /** The only valid token; that of Argo CD is what a session answers. */
  readonly token: string;
  /** What exists before the first request. */
  readonly seed?: Seeds[Name];
  readonly failAt?: InjectedFailure | readonly InjectedFailure[];
}

export interface InjectedFailure {
  readonly method: string;
  /** Found anywhere in the path that was sent, without the query. */
  readonly path: RegExp;
  readonly status: number;
  /** Default: an error in the form of the API. */
  readonly body?: Json;
  /** How many requests fail; default: 1. */
  readonly times?: number;
  /** How many requests succeed before; default: 0. */
  readonly after?: number;
  /** The request is performed, and only its answer is replaced. */
  readonly isPerformed?: boolean;
}

export interface RecordedRequest {
  readonly method: string;
  /** As it was sent, percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The only place with the token. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Json | undefined;
  /** Of the answer. */
  readonly status: number;
}

export interface ApiServer {
  readonly port: number;
  /** The base address, without a slash at the end: with `/v1` for Hetzner. */
  readonly url: string;
  /** What requests and responses had that the description does not allow. */
  readonly problems: string[];
  readonly requests: RecordedRequest[];
  failAt(failure: InjectedFailure): void;
  /** A copy of what exists now. */
  state(): JsonObject;
  /** Also aborts requests in progress. */
  close(): Promise<void>;
}

interface Received {
  readonly request: IncomingMessage;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly text: string;
}

const hidden = '(hidden)';

export async function startApiServer<Name extends ApiName>(
  name: Name,
  { token, seed, failAt = [] }: ApiServerOptions<Name>,
): Promise<ApiServer> {
  const description = openDescription(name);
  const api = createApi(name, token, seed);
  const problems: string[] = [];
  const requests: RecordedRequest[] = [];
  const failures = [failAt].flat().map((failure) => newFailure(failure as InjectedFailure));

  const server = createServer((request, response) => {
    receive(request)
      .then((received) => {
        const [answer, operation] = answerTo(received);
        const { method, path, query } = received;
        requests.push({
          ...{ method, path: hide(path, token), headers: { ...request.headers }, status: answer.status },
          query: JSON.parse(hide(JSON.stringify(queryObject(query)), token)),
          body: bodyToRecord(hide(received.text, token), operation),
        });
        send(response, answer);
      })
      .catch((error: unknown) => {
        if (!request.destroyed || request.complete) problems.push(`the server failed: ${error}`);
        response.destroy();
      });
  });

  const answerTo = (received: Received): readonly [Answer, Operation | undefined] => {
    const { request, method, path, query, text } = received;
    const report = (problem: string) => problems.push(hide(`${method} ${path}: ${problem}`, token));
    const { authorization } = request.headers;
    const isAuthenticated = authorization !== undefined && api.readToken(authorization) === token;
    if ([path, query.toString(), text].some((each) => each.includes(token))) {
      report('the token is outside of the header');
    }

    const found = description.find(method, path);
    if (found === undefined) {
      report('the path is not described');
      return [api.refuse.unknownPath(), undefined];
    }
    const { operation } = found;
    if (operation === undefined) {
      report('the method is not described');
      return [api.refuse.unknownMethod(), undefined];
    }
    if (!operation.isOpen && !isAuthenticated) {
      // A wrong token is the user's mistake; none, or one in another form, is the program's.
      if (authorization === undefined) report('there is no Authorization header');
      else if (api.readToken(authorization) === undefined)
        report('the Authorization header has another form');
      return [checked(operation, api.refuse.unauthenticated(authorization), report), operation];
    }
    const [isJson, body] = parseJson(text);
    if (!isJson) {
      report('the body is not JSON');
      return [checked(operation, api.refuse.malformedJson(), report), operation];
    }
    const [input, mismatches] = description.readInput(operation, {
      ...{ path: found.path, query, body, headers: request.headers },
    });
    if (mismatches.length > 0) {
      for (const mismatch of mismatches) report(describe(mismatch));
      return [checked(operation, api.refuse.invalid(mismatches), report), operation];
    }
    const call = { ...input, isAuthenticated };
    for (const objection of api.objections?.[operation.id]?.(call) ?? []) report(objection);
    const failure = failures.find((each) => each.applies(method, path));
    if (failure === undefined || failure.isPerformed) {
      const answer = api.perform[operation.id]?.(call);
      if (answer === undefined) throw new Error(`${operation.id} is described, but not implemented`);
      if (failure === undefined) return [checked(operation, answer, report), operation];
      checked(operation, answer, report);
    }
    const { status, body: ownBody } = failure;
    return [ownBody === undefined ? api.refuse.failed(status) : { status, body: ownBody }, operation];
  };

  const checked = (operation: Operation, answer: Answer, report: (problem: string) => void): Answer => {
    for (const mismatch of checkAnswer(description, operation, answer)) {
      report(`(answer ${answer.status}) ${describe(mismatch)}`);
    }
    return answer;
  };

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}${description.basePath}`,
    problems,
    requests,
    failAt(failure) {
      failures.push(newFailure(failure));
    },
    state: () => structuredClone(api.snapshot()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createApi<Name extends ApiName>(
  name: Name,
  token: string,
  seed: Seeds[Name] | undefined,
): SimulatedApi {
  switch (name) {
    case 'hetzner':
      return createHetzner(seed as HetznerSeed | undefined);
    case 'github':
      return createGithub(seed as GithubSeed | undefined);
    default:
      return createArgocd(token, seed as ArgocdSeed | undefined);
  }
}

function newFailure(failure: InjectedFailure) {
  let [before, left] = [failure.after ?? 0, failure.times ?? 1];
  return {
    ...failure,
    applies(method: string, path: string): boolean {
      if (left === 0 || method !== failure.method || path.search(failure.path) === -1) return false;
      if (before > 0) {
        before -= 1;
        return false;
      }
      left -= 1;
      return true;
    },
  };
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const [path = '/', ...rest] = (request.url ?? '/').split('?');
  return {
    ...{ request, method: request.method ?? 'GET', path },
    query: new URLSearchParams(rest.join('?')),
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

function parseJson(text: string): readonly [isJson: boolean, body: Json | undefined] {
  if (text === '') return [true, undefined];
  try {
    return [true, JSON.parse(text)];
  } catch {
    return [false, undefined];
  }
}

function bodyToRecord(text: string, operation: Operation | undefined): Json | undefined {
  const [isJson, body] = parseJson(text);
  if (!isJson) return text;
  // The password of a session is as secret as the token.
  const isSession = operation?.id === 'createSession' && typeof body === 'object' && body !== null;
  return isSession ? { ...(body as JsonObject), password: hidden } : body;
}

function checkAnswer(
  description: Description,
  operation: Operation,
  { status, body, headers }: Answer,
): readonly Mismatch[] {
  const type = headers?.['Content-Type'] ?? 'application/json';
  return description.checkResponse(operation, status, type, body);
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
}

function queryObject(query: URLSearchParams): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function describe({ where, field, message }: Mismatch): string {
  return field === '' ? `the ${where} ${message}` : `${where} ${field} ${message}`;
}

function hide(text: string, token: string): string {
  return token === '' ? text : text.replaceAll(token, hidden);
}
