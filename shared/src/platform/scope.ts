/** What an API key may open: reading items, changing my own items, messaging, my webhooks. */
export const SCOPES = ['read', 'items', 'chat', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];
