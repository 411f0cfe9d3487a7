import { test } from 'vitest';
import { createToolShelf } from '../../src/server/mcp/shelf/tool-shelf.ts';
import { createResourceShelf } from '../../src/server/mcp/resources/resource-shelf.ts';
import { ann, openDesk } from './resource-desk.ts';
test('x', async () => {
  const desk = await openDesk();
  const names = Array.from({ length: 110 }, (_, at) => `many_${at + 100}`);
  const lines = names.map((name) => `  ${name}: { description: About ${name}, graph: { say: { call: echo } } }\n`);
  await desk.withDocument('many.yaml', `domain: many\nworkflows:\n${lines.join('')}`, async () => {
    const call = (p: never, o: string, i: unknown) => desk.call(o, i as object);
    const tools = createToolShelf({ call, pinned: [] } as never);
    const shelf = createResourceShelf({ call: call as never, toolOf: async (p, w) => (await tools.findByWorkflow(p, w))?.name });
    for (let i = 0; i < 3; i++) {
      const t = performance.now();
      await shelf.read(ann, 'workflow://many/graph');
      console.log('graph', performance.now() - t);
      const u = performance.now();
      await desk.shelf.read(ann, 'workflow://many/graph');
      console.log('graph without tools', performance.now() - u);
    }
    const t = performance.now();
    await shelf.list(ann, undefined);
    console.log('list', performance.now() - t);
    const v = performance.now();
    const r = await shelf.read(ann, 'workflow://travel/graph');
    console.log('travel', performance.now() - v, JSON.stringify(r?._meta));
    console.log((r?.contents[0] as {text: string}).text.slice(0, 3500));
  });
  await desk.close();
});
