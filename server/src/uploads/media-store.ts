export interface StoredFile {
  /** Bytes. */
  size: number;
  /** To be read to its end or cancelled. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Where pictures are kept. A key is one of `media-key.ts`; what was put under it never changes. */
export interface MediaStore {
  /** Resolves when the bytes are durable and whole under their key. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** `null` when there is nothing under the key. */
  read(key: string): Promise<StoredFile | null>;
  /** Also resolves when there was nothing to remove. */
  remove(key: string): Promise<void>;
}
