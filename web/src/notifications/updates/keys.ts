export const NOTICES = '/api/notices';
export const UNREAD_NOTICES = '/api/notices/unread';

export const noticesKey = (personId: string) => [NOTICES, personId] as const;
export const unreadKey = (personId: string) => [UNREAD_NOTICES, personId] as const;
