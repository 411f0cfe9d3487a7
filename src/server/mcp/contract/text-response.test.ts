import { expect, test } from 'vitest';
import { TextResponse } from './text-response.ts';

const open = () =>
  new TextResponse('{"a":"é"}', { status: 201, headers: { 'content-type': 'application/json' } });

test('[P7.1] a response with an available text behaves like any other', async () => {
  const plain = () =>
    new Response('{"a":"é"}', { status: 201, headers: { 'content-type': 'application/json' } });
  for (const make of [open, plain]) {
    const response: Response = make();
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.ok, response.headers.get('content-type')]).toEqual([
      201,
      true,
      'application/json',
    ]);
    expect(await response.clone().json()).toEqual({ a: 'é' });
    expect(response.bodyUsed).toBe(false);
    expect(await response.text()).toBe('{"a":"é"}');
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow(TypeError);
    expect((await make().arrayBuffer()).byteLength).toBe(10);
    expect((await make().blob()).type).toBe('application/json');
    await expect(make().formData()).rejects.toThrow(TypeError);
    const chunks: Uint8Array[] = [];
    for await (const chunk of make().body ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('{"a":"é"}');
  }
  expect(open().written).toBe('{"a":"é"}');
});
