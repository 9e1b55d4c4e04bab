CREATE TABLE `photo_hashes` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`owner_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`hash` text NOT NULL,
	`views` text,
	`placeholder` text NOT NULL,
	`copy` text,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photo_hashes_key` ON `photo_hashes` (`key`);--> statement-breakpoint
CREATE INDEX `photo_hashes_listing` ON `photo_hashes` (`listing_id`);--> statement-breakpoint
CREATE INDEX `photo_hashes_owner` ON `photo_hashes` (`owner_id`);--> statement-breakpoint
CREATE INDEX `photo_hashes_waiting` ON `photo_hashes` (`id`) WHERE views is not null;--> statement-breakpoint
CREATE TABLE `proof_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`listing_id` text,
	`code` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `proof_codes_listing` ON `proof_codes` (`listing_id`) WHERE listing_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `proof_codes_next` ON `proof_codes` (`owner_id`) WHERE listing_id is null;--> statement-breakpoint
CREATE INDEX `proof_codes_owner` ON `proof_codes` (`owner_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`person_id` text NOT NULL,
	`other_person_id` text,
	`reason` text NOT NULL,
	`details` text,
	`evidence` text NOT NULL,
	`photo_key` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by_id` text,
	`resolution` text,
	`note` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`other_person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_reports`("id", "reporter_id", "subject", "subject_id", "person_id", "other_person_id", "reason", "details", "evidence", "photo_key", "created_at", "closed_at", "closed_by_id", "resolution", "note") SELECT "id", "reporter_id", "subject", "subject_id", "person_id", NULL, "reason", "details", "evidence", "photo_key", "created_at", "closed_at", "closed_by_id", "resolution", "note" FROM `reports`;--> statement-breakpoint
DROP TABLE `reports`;--> statement-breakpoint
ALTER TABLE `__new_reports` RENAME TO `reports`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_at`,`id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `reports_closed` ON `reports` (`created_at`,`id`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `reports_photo` ON `reports` (`photo_key`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `reports_subject` ON `reports` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_person` ON `reports` (`person_id`);--> statement-breakpoint
CREATE INDEX `reports_other_person` ON `reports` (`other_person_id`) WHERE other_person_id is not null;--> statement-breakpoint
ALTER TABLE `listings` ADD `proof_photo` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `hash` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `views` text;