CREATE TABLE `queue_failures` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`failed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `queue_failures_queue` ON `queue_failures` (`queue`,`failed_at`);