import type { Feature } from '../core/feature.ts';
import { mailQueue } from './outbox.ts';

export const mails: Feature = { name: 'mails', queues: [mailQueue] };
