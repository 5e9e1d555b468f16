// Reads `text/event-stream`: the data of each event.

// `onBytes` is called for everything that comes, heartbeats too. A half event at the end is dropped.
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<string, void> {
  let data: string[] = [];
  for await (const line of linesOf(body, onBytes)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if (line !== '' || data.length === 0) continue;
    yield data.join('\n');
    data = [];
  }
}

async function* linesOf(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      // A `\r` at the end may be half of a line's end: it waits for what follows.
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
