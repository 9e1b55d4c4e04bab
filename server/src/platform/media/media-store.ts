export interface StoredFile {
  size: number;
  /** The bytes of a small file, or a stream that must be read to its end or cancelled. */
  body: ReadableStream<Uint8Array<ArrayBuffer>> | Buffer<ArrayBuffer>;
}

export interface ListedFile {
  key: string;
  /** When it was stored, by the store's clock. */
  putAt: Date;
}

/** S3 lists no more than this at once. */
export const LIST_PAGE_MAX = 1_000;

/** The bytes under a key never change. A remote store that is unavailable throws `storage_down`. */
export interface MediaStore {
  /** Resolves when the bytes are durable and complete under their key. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** `null` when the key does not exist. */
  read(key: string): Promise<StoredFile | null>;
  /** Also resolves when there was nothing to remove. */
  remove(key: string): Promise<void>;
  /** Every file whose key has our form, unordered, in pages of at most `pageMax`. */
  list(pageMax?: number): AsyncGenerator<ListedFile[]>;
  /** A cheap health check. Throws when pictures cannot be stored. */
  check(): Promise<void>;
}
