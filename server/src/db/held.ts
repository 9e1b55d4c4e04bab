interface HoldOptions {
  /** Leaves out what others hold instead of waiting for them. */
  skipLocked?: true;
}

/**
 * Holds the rows of a select until the transaction ends, as an update of them would; cheaper, for nothing is written.
 * SQLite, where whoever may write is alone, has no words for it.
 */
export const held = <S extends object>(select: S, options: HoldOptions = {}): S =>
  'for' in select
    ? (select as unknown as { for(strength: 'no key update', options: HoldOptions): S }).for(
        'no key update',
        options,
      )
    : select;
