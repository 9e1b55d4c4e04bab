export interface StoredPhoto {
  /** Storage key of the widest variant. */
  key: string;
  width: number;
  height: number;
  placeholder: string;
}

/** The proof photo of a listing. */
export interface StoredProof extends StoredPhoto {
  code: string;
  /** An ISO date. */
  takenAt: string;
}
