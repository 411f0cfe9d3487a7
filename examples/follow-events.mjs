/**
 * Follows a Signalbox stream with the standard APIs of browsers and Node: each event once, also if the connection breaks.
 *
 * @param {string} address of the stream
 * @param {string} token in the header, never in the address
 * @param {(event: string, data: any) => void} tell
 * @returns {Promise<void>} when the stream has ended
 */
export async function follow(address, token, tell) {
  let last = '';
  let pause = 1_000;
  for (;;) {
    const place = last === '' ? {} : { 'Last-Event-ID': last };
    const headers = { Authorization: `Bearer ${token}`, ...place };
    const response = await fetch(address, { headers }).catch(() => undefined);
    if (response?.status === 204) return;
    if (response?.ok) {
      for await (const { id, event, data, retry } of eventsOf(response)) {
        last = id ?? last;
        pause = retry ?? pause;
        if (event === 'end' && data.reason === 'run_ended') return;
        if (event !== undefined) tell(event, data);
      }
    } else if (response !== undefined && response.status < 500 && response.status !== 429) {
      // A retry would fail again: the answer says what is wrong.
      throw new Error(await response.text());
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @param {Response} response */
async function* eventsOf({ body }) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    // A broken connection counts as ended: reconnecting with the last id misses no event.
    const { done, value } = await reader.read().catch(() => ({ done: true }));
    if (done) return;
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const { id, event, data, retry } = Object.fromEntries(
        block.split('\n').map((line) => line.split(/: (.*)/s)),
      );
      yield { id, event, data: data && JSON.parse(data), retry: retry && Number(retry) };
    }
  }
}
