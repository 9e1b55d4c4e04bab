import { config } from 'zod';

// Import this before any schema: they would try to compile themselves from text, which the page's policy forbids.
config({ jitless: true });
