declare module 'heic-decode' {
  /** 8 bits per channel: red, green, blue and alpha. */
  interface DecodedHeic {
    width: number;
    height: number;
    data: Uint8ClampedArray<ArrayBuffer>;
  }
  interface HeicImage {
    width: number;
    height: number;
    decode(): Promise<DecodedHeic>;
  }
  const decode: { all(file: { buffer: Uint8Array }): Promise<HeicImage[]> };
  export default decode;
}
