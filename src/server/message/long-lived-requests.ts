/** Requests whose answer is an endless stream: a closing server does not wait for them [P7.4]. */
import type { HttpRequest } from './http-request.ts';

const longLived = new WeakSet<HttpRequest>();

export const markRequestLongLived = (request: HttpRequest): void => void longLived.add(request);

export const isRequestLongLived = (request: HttpRequest): boolean => longLived.has(request);
