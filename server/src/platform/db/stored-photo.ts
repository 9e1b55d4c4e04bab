export interface StoredPhoto {
  /** Storage key of the widest variant. */
  key: string;
  width: number;
  height: number;
  placeholder: string;
}

export interface StoredProof extends StoredPhoto {
  code: string;
  /** An ISO date. */
  takenAt: string;
}
