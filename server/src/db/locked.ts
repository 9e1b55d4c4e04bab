interface LockOptions {
  /** Skips rows that other transactions have locked instead of waiting for them. */
  skipLocked?: true;
}

/**
 * Locks the rows of a select until the transaction ends (`for no key update`), as an update would, but without writing.
 * On SQLite, which has no such clause, it changes nothing: there a writer is alone anyway.
 */
export const forUpdate = <S extends object>(select: S, options: LockOptions = {}): S =>
  'for' in select
    ? (select as unknown as { for(strength: 'no key update', options: LockOptions): S }).for(
        'no key update',
        options,
      )
    : select;
