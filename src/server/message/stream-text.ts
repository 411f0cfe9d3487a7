/** Streams a text as a response body: each piece is created on demand. */

/** @param end called once, when the stream ends for any reason */
export function streamText(
  text: AsyncGenerator<string, void, undefined>,
  end: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOver = false;
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    end();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await text.next();
          // The client has disconnected in the meantime.
          if (isOver) return;
          if (done !== true) return controller.enqueue(encoder.encode(value));
          finish();
          controller.close();
        } catch (error) {
          finish();
          throw error;
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}

/** Whether an answer of that type is a stream: of events, or a document that is written in pieces. */
export const isStreamed = (type: string | null | undefined): boolean =>
  /^(?:text\/event-stream|application\/xml)\b/.test(type ?? '');
