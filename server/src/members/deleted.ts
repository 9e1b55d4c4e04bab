/** The name of whoever has deleted their account. Nobody can choose it: names have three characters and more. */
export const DELETED_NAME = '';

/** Whether a person has deleted their account, so that only a row for others' references is left. */
export const isDeleted = ({ username }: { username: string }): boolean => username === DELETED_NAME;
