import { type createS3Calls, textOf } from './s3-calls.ts';

/** Reading an object is aborted when no data arrives for this long. */
const IDLE_MAX_MS = 8_000;

interface S3Object {
  key: string;
  putAt: Date;
}

const element = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const listedIn = (xml: string): S3Object[] =>
  [...xml.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([one]) => ({
    key: element(one, 'Key'),
    // Some stores return whole seconds: assume the end of that second.
    putAt: new Date(Date.parse(element(one, 'LastModified')) + 999),
  }));

export async function* listObjects(
  call: ReturnType<typeof createS3Calls>,
  prefix: string,
  pageMax: number,
): AsyncGenerator<S3Object[]> {
  // Version 1 of this call continues from a key; version 2 from a token, which not every store supports.
  let marker: string | undefined = '';
  while (marker !== undefined) {
    const query: Record<string, string> = {
      'max-keys': String(pageMax),
      ...(prefix && { prefix }),
      ...(marker && { marker }),
    };
    const xml: string = await call({ method: 'GET', query }, textOf);
    const page = listedIn(xml);
    if (page.length > 0) yield page;
    marker = element(xml, 'IsTruncated') === 'true' ? page.at(-1)?.key : undefined;
  }
}

/** A response body that fails when the store stalls; a slow reader on our side may take its time. */
export function failOnStall(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  store: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const idleTimer = setTimeout(() => {
        controller.error(new Error(`the ${store} stalled`));
        void reader.cancel().catch(() => undefined);
      }, IDLE_MAX_MS);
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } finally {
        clearTimeout(idleTimer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
