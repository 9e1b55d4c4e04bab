CREATE TABLE `appeals` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`party` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by_id` text,
	`outcome` text,
	`reason` text,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`closed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_once` ON `appeals` (`report_id`,`party`);--> statement-breakpoint
CREATE INDEX `appeals_open` ON `appeals` (`created_at`,`id`) WHERE closed_at is null;--> statement-breakpoint
CREATE TABLE `businesses` (
	`user_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`email` text NOT NULL,
	`register_number` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `pending_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text NOT NULL,
	`details` text,
	`email` text NOT NULL,
	`name` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pending_reports_created` ON `pending_reports` (`created_at`);--> statement-breakpoint
CREATE TABLE `warnings` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`report_id` text NOT NULL,
	`reason` text NOT NULL,
	`rule` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`withdrawn_at` integer,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `warnings_person` ON `warnings` (`person_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `warnings_report` ON `warnings` (`report_id`);--> statement-breakpoint
ALTER TABLE `reports` ADD `number` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `visitor_email` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `visitor_name` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `rule` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `suspended_until` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `removed` text;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_number` ON `reports` (`number`) WHERE number is not null;--> statement-breakpoint
CREATE INDEX `reports_erasable` ON `reports` (`closed_at`) WHERE closed_at is not null and (visitor_email is not null or removed is not null);--> statement-breakpoint
CREATE INDEX `admin_log_person` ON `admin_log` (`person_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `auth_users_banned` ON `auth_users` (`banned_until`) WHERE banned_until is not null;--> statement-breakpoint
-- The pages of a business seller show what they declare.
CREATE TRIGGER `businesses_insert_version` AFTER INSERT ON `businesses` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `businesses_update_version` AFTER UPDATE ON `businesses` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `businesses_delete_version` AFTER DELETE ON `businesses` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
