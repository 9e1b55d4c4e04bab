import { config } from 'zod';

// Import this before any schema: zod would compile schemas with `eval`, which the content security policy
// forbids.
config({ jitless: true });
