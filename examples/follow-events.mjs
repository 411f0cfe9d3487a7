/**
 * Follows a stream of Signalbox with what browsers and Node have: each event once, also when the connection breaks.
 *
 * @param {string} address of the stream
 * @param {string} token in the header, never in the address
 * @param {(event: string, data: any) => void} tell
 * @returns {Promise<void>} when there is no more to come
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
      // It would not be otherwise later: the answer says what is wrong.
      throw new Error(await response.text());
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @param {Response} response */
async function* eventsOf({ body }) {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
        const { id, event, data, retry } = fields;
        yield { id, event, data: data && JSON.parse(data), retry: retry && Number(retry) };
      }
    }
  } catch {
    // The connection broke: whoever asks again with the last id misses nothing.
  }
}
