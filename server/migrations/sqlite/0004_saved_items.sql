CREATE TABLE `saved_items` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_price_cents` integer NOT NULL,
	`known_price_cents` integer NOT NULL,
	`known_state` text NOT NULL,
	`notified_at` integer,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_items_once` ON `saved_items` (`person_id`,`listing_id`);--> statement-breakpoint
CREATE INDEX `saved_items_list` ON `saved_items` (`person_id`,`saved_at`,`id`);--> statement-breakpoint
CREATE INDEX `saved_items_listing` ON `saved_items` (`listing_id`,`id`);--> statement-breakpoint
CREATE TABLE `saved_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `saved_settings` (
	`person_id` text PRIMARY KEY NOT NULL,
	`is_any_drop` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
