CREATE TABLE `closet_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`file_name` text NOT NULL,
	`state` text NOT NULL,
	`originals` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`taken_until` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `closet_imports_member` ON `closet_imports` (`person_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `closet_imports_due` ON `closet_imports` (`state`,`due_at`);--> statement-breakpoint
CREATE TABLE `closet_rows` (
	`id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`number` integer NOT NULL,
	`fields` text NOT NULL,
	`photos` text NOT NULL,
	`client_id` text NOT NULL,
	`state` text NOT NULL,
	`listing_id` text,
	`problem` text,
	FOREIGN KEY (`import_id`) REFERENCES `closet_imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `closet_rows_once` ON `closet_rows` (`import_id`,`number`);