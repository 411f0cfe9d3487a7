/** A text that comes in pieces, as the body of an answer: nothing is made before it is asked for. */

/** @param end called once, however it ends */
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
          // Whoever has gone meanwhile takes nothing more.
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

/** Whether an answer of that kind is a stream: of events, or a document that is written as it is taken. */
export const isStreamed = (type: string | null | undefined): boolean =>
  /^(?:text\/event-stream|application\/xml)\b/.test(type ?? '');
