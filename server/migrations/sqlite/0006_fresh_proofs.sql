CREATE TABLE `auth_nonces` (
	`session_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`tries` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_nonces_expires` ON `auth_nonces` (`expires_at`);--> statement-breakpoint
ALTER TABLE `auth_sessions` ADD `proven_at` integer;