/** The longer side of a compressed photo, in pixels. */
export const MAX_SIDE = 1800;
/** The size that compression aims for. */
export const MAX_BYTES = 1_000_000;

export interface CompressRequest {
  id: number;
  file: Blob;
}

/** `blob` is null when the browser cannot read the picture. */
export interface Compressed {
  id: number;
  blob: Blob | null;
}
