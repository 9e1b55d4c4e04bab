export interface StoredPhoto {
  /** Storage key of the widest variant. */
  key: string;
  width: number;
  height: number;
  placeholder: string;
}
