import { config } from 'zod';

// Import this before any schema: zod would compile schemas with `eval`, which the page's policy forbids.
config({ jitless: true });
