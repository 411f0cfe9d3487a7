/** Requests whose answer is a stream without an end: whoever closes does not wait for them [P7.4]. */
const lasting = new WeakSet<Request>();

export const markLasting = (request: Request): void => void lasting.add(request);

export const isLasting = (request: Request): boolean => lasting.has(request);
