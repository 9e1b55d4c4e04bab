PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_admin_log` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text,
	`person_id` text,
	`note` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_admin_log`("id", "admin_id", "action", "subject", "subject_id", "person_id", "note", "at") SELECT "id", "admin_id", "action", "subject", "subject_id", "person_id", "note", "at" FROM `admin_log`;--> statement-breakpoint
DROP TABLE `admin_log`;--> statement-breakpoint
ALTER TABLE `__new_admin_log` RENAME TO `admin_log`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `admin_log_at` ON `admin_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `admin_log_person` ON `admin_log` (`person_id`,`at`,`id`);