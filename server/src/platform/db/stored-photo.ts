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

/** What an admin's removal took from an item, a message or a vouch. */
export interface RemovedContent {
  text: string | null;
  /** The photos of a listing, all of them, and its proof photo. */
  photos?: StoredPhoto[];
  proofPhoto?: StoredProof | null;
  /** Storage keys of those that nothing shows any more: they are stored for an appeal, and only admins see them. */
  withheld?: string[];
}
