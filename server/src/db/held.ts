/**
 * Holds the rows of a select until the transaction ends, as an update of them would; cheaper, for nothing is written.
 * SQLite, where whoever may write is alone, has no words for it.
 */
export const held = <S extends object>(select: S): S =>
  'for' in select
    ? (select as unknown as { for(strength: 'no key update'): S }).for('no key update')
    : select;
