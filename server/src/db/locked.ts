interface LockOptions {
  /** Skips rows locked by other transactions instead of waiting. */
  skipLocked?: true;
}

/**
 * Locks the rows of a select until the transaction ends (`for no key update`), like an update, but without writing. On
 * SQLite, which lacks this clause, it does nothing: there is only one writer anyway.
 */
export const forUpdate = <S extends object>(select: S, options: LockOptions = {}): S =>
  'for' in select
    ? (select as unknown as { for(strength: 'no key update', options: LockOptions): S }).for(
        'no key update',
        options,
      )
    : select;
