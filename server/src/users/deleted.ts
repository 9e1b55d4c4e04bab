/** The name of whoever has deleted their account. Nobody can choose it: names have three characters and more. */
export const DELETED_NAME = '';

/** Whether all that is left of a person is what others need: that somebody was there. */
export const isDeleted = ({ username }: { username: string }): boolean => username === DELETED_NAME;
