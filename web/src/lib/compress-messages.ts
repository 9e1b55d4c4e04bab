export interface CompressRequest {
  id: number;
  file: Blob;
}

/** `blob` is null when the browser cannot read the picture. */
export interface Compressed {
  id: number;
  blob: Blob | null;
}
