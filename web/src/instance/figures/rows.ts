import { describeQueue } from '@selvedge/shared/instance/describe-queue';
import type { Figures } from '@selvedge/shared/instance/figures';
import { instance } from '../../lib/instance.ts';

interface Row {
  name: string;
  /** Explains the figure to admins who see it for the first time. */
  about: string;
  value: string;
  /** Above its usual range: an admin should look into it. */
  isHigh: boolean;
}

/** Above these values, in milliseconds or counts, members are likely to notice. */
const HIGH = { deliveryP99: 250, loopP99: 100, writers: 100, matching: 100 };

const NO_DATABASE = 'The database did not respond';

const count = new Intl.NumberFormat('en-US');
const milliseconds = (ms: number): string =>
  ms < 1_000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;

const instant = new Intl.DateTimeFormat('en-US', {
  timeZone: instance.timeZone,
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** The last backup, if automatic backups are on. */
const backupRows = ({ backup }: Figures): Row[] =>
  backup
    ? [
        {
          name: 'Last backup',
          about: 'When the last complete backup began',
          value: backup.lastAt ? instant.format(new Date(backup.lastAt)) : 'None yet',
          isHigh: backup.isOverdue,
        },
      ]
    : [];

function queueRows({ queues }: Figures): Row[] {
  if (queues === null)
    return [{ name: 'Queues', about: 'What waits to be sent', value: NO_DATABASE, isHigh: true }];
  return queues.map((queue) => ({
    name: queue.label,
    about: 'Waiting to be sent, on all servers of this instance',
    value: describeQueue(queue),
    isHigh: queue.isLate,
  }));
}

/** A node's figures as rows, in display order. */
export function rowsOf(figures: Figures): Row[] {
  const { deliveryMs, loopDelayMs, matchingQueue } = figures;
  const delivery = (name: string, percent: 'p50' | 'p95' | 'p99', about: string): Row => ({
    ...{ name, about },
    value: deliveryMs ? milliseconds(deliveryMs[percent]) : 'No messages',
    isHigh: percent === 'p99' && deliveryMs !== null && deliveryMs.p99 > HIGH.deliveryP99,
  });
  const plain = (name: string, about: string, value: number, high = Number.POSITIVE_INFINITY): Row => ({
    ...{ name, about },
    value: count.format(value),
    isHigh: value > high,
  });
  const queue = (name: string, about: string, value: number | null, high: number): Row =>
    value === null ? { name, about, value: NO_DATABASE, isHigh: true } : plain(name, about, value, high);
  return [
    plain('Messages', 'Stored in the last minute', figures.messagesPerMinute),
    delivery('Delivery, median', 'p50', 'From stored to delivered, p50 of the last minute'),
    delivery('Delivery, 95th percentile', 'p95', 'From stored to delivered, p95'),
    delivery('Delivery, 99th percentile', 'p99', 'From stored to delivered, p99'),
    plain('Sockets', 'Open tabs and apps of members', figures.sockets),
    plain('Visitors', 'Open pages of visitors', figures.visitorStreams),
    {
      name: 'Event-loop delay',
      about: `p99 of the last few seconds; maximum ${milliseconds(loopDelayMs.max)}`,
      value: milliseconds(loopDelayMs.p99),
      isHigh: loopDelayMs.p99 > HIGH.loopP99,
    },
    plain('Waiting writers', 'Requests waiting for the database', figures.waitingWriters, HIGH.writers),
    ...queueRows(figures),
    queue('Matching queue', 'Listings and WTBs waiting to be matched', matchingQueue, HIGH.matching),
    ...backupRows(figures),
    plain('Errors', 'Unexpected errors in the last hour; details are in the log', figures.failuresPerHour, 0),
  ];
}
