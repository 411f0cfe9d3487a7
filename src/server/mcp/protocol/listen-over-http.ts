/** Tasks in `subscriptions/listen` over HTTP: the stream of the SDK, with the notifications of tasks in between. */
import { type JSONRPCNotification, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { messageIdOf } from '../../message/rpc-message.ts';
import { acknowledge, readTaskSubscription, type TaskListener, withPlaceholder } from './task-listener.ts';
import { watchEnd } from './watch-end.ts';

/** @param serve asks the SDK */
export async function listenOverHttp(
  listener: TaskListener,
  body: unknown,
  serve: (body: unknown) => Promise<Response>,
): Promise<Response> {
  try {
    const asked = readTaskSubscription(body);
    const honoured = asked === undefined ? [] : await listener.honour(asked);
    // The SDK ends a stream that has nothing to send.
    if (asked === undefined || honoured.length === 0) return await serve(body);
    const response = await serve(withPlaceholder(body));
    const { status, headers } = response;
    const isStream = headers.get('content-type') === 'text/event-stream';
    if (!isStream || response.body === null) return response;
    let end = (): void => {};
    let isAcknowledged = false;
    const added = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (isAcknowledged) return controller.enqueue(chunk);
        isAcknowledged = true;
        // The acknowledgement is the first event, and each event is one chunk.
        const [, data = ''] = /^data: (.*)$/m.exec(decoder.decode(chunk)) ?? [];
        controller.enqueue(eventOf(acknowledge(asked, JSON.parse(data), honoured)));
        end = listener.watch(asked, honoured, (task) => controller.enqueue(eventOf(task)));
      },
      flush: () => end(),
    });
    const stream = watchEnd(response.body.pipeThrough(added), () => end());
    return new Response(stream, { status, headers });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    return Response.json(
      { jsonrpc: '2.0', id: messageIdOf(body), error: { code, message, data } },
      { status: code === ProtocolErrorCode.InternalError ? 500 : 400 },
    );
  }
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

const eventOf = (message: JSONRPCNotification): Uint8Array =>
  encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
