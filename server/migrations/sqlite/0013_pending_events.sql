CREATE TABLE `pending_events` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL
);
