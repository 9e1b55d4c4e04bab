CREATE TABLE `dismissals` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`listing_id` text,
	`seller_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`seller_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dismissals_listing` ON `dismissals` (`person_id`,`listing_id`) WHERE listing_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `dismissals_seller` ON `dismissals` (`person_id`,`seller_id`) WHERE seller_id is not null;--> statement-breakpoint
CREATE INDEX `dismissals_of_listing` ON `dismissals` (`listing_id`) WHERE listing_id is not null;--> statement-breakpoint
CREATE INDEX `dismissals_of_seller` ON `dismissals` (`seller_id`) WHERE seller_id is not null;--> statement-breakpoint
CREATE INDEX `dismissals_list` ON `dismissals` (`person_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `listing_alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`price_cents` integer NOT NULL,
	`search_id` text,
	`due_at` integer,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listing_alerts_once` ON `listing_alerts` (`person_id`,`listing_id`);--> statement-breakpoint
CREATE INDEX `listing_alerts_listing` ON `listing_alerts` (`listing_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `listing_alerts_due` ON `listing_alerts` (`due_at`,`person_id`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `saved_search_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`search_id` text NOT NULL,
	`key` text NOT NULL,
	`category` text NOT NULL,
	`size` text NOT NULL,
	`max_price_cents` integer NOT NULL,
	FOREIGN KEY (`search_id`) REFERENCES `saved_searches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_search_keys_find` ON `saved_search_keys` (`key`,`category`,`size`,`max_price_cents`,`search_id`);--> statement-breakpoint
CREATE INDEX `saved_search_keys_search` ON `saved_search_keys` (`search_id`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`query_key` text NOT NULL,
	`terms` text NOT NULL,
	`alerts` text NOT NULL,
	`created_at` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`last_found_at` integer,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_once` ON `saved_searches` (`person_id`,`query_key`);--> statement-breakpoint
CREATE INDEX `saved_searches_list` ON `saved_searches` (`person_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `search_finds` (
	`id` text PRIMARY KEY NOT NULL,
	`search_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`found_at` integer NOT NULL,
	FOREIGN KEY (`search_id`) REFERENCES `saved_searches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_finds_once` ON `search_finds` (`search_id`,`listing_id`);--> statement-breakpoint
CREATE INDEX `search_finds_new` ON `search_finds` (`search_id`,`found_at`);--> statement-breakpoint
CREATE INDEX `search_finds_listing` ON `search_finds` (`listing_id`);--> statement-breakpoint
CREATE INDEX `search_finds_old` ON `search_finds` (`found_at`);--> statement-breakpoint
CREATE TABLE `search_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_mails` (
	`person_id` text PRIMARY KEY NOT NULL,
	`is_off` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `searched_listings` (
	`listing_id` text PRIMARY KEY NOT NULL,
	`snapshot` text NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
