/** The messages that ask, and answer yes. */
export const DEAL_TEXTS = {
  listing: { ask: 'Did you buy this?', yes: 'Yes, I bought it.' },
  wanted: { ask: 'Did you find this for me?', yes: 'Yes, I found it.' },
} as const;
