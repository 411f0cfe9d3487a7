/** Requests whose answer is an endless stream: a closing server does not wait for them [P7.4]. */
const longLived = new WeakSet<Request>();

export const markRequestLongLived = (request: Request): void => void longLived.add(request);

export const isRequestLongLived = (request: Request): boolean => longLived.has(request);
