CREATE TABLE `deals` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`wanted_id` text,
	`conversation_id` text,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`title` text NOT NULL,
	`photo` text,
	`state` text NOT NULL,
	`sold_at` integer NOT NULL,
	`proposed_at` integer NOT NULL,
	`made_at` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wanted_id`) REFERENCES `wanted`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deals_listing` ON `deals` (`listing_id`) WHERE listing_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `deals_wanted` ON `deals` (`wanted_id`) WHERE wanted_id is not null;--> statement-breakpoint
CREATE INDEX `deals_buyer` ON `deals` (`buyer_id`,`made_at`);--> statement-breakpoint
CREATE INDEX `deals_seller` ON `deals` (`seller_id`,`made_at`);--> statement-breakpoint
CREATE INDEX `deals_conversation` ON `deals` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `deals_proposed` ON `deals` (`proposed_at`) WHERE state = 'proposed';--> statement-breakpoint
CREATE TABLE `line_places` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`person_id` text NOT NULL,
	`joined_at` integer NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `line_places_once` ON `line_places` (`listing_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `line_places_person` ON `line_places` (`person_id`);--> statement-breakpoint
CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`listing_id` text,
	`by_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`listing_price_cents` integer,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_open` ON `offers` (`conversation_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `offers_conversation` ON `offers` (`conversation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `offers_listing` ON `offers` (`listing_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `offers_expiring` ON `offers` (`expires_at`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `vouches` (
	`id` text PRIMARY KEY NOT NULL,
	`deal_id` text NOT NULL,
	`writer_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`rating` text NOT NULL,
	`text` text,
	`written_at` integer NOT NULL,
	`releases_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`writer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouches_once` ON `vouches` (`deal_id`,`writer_id`);--> statement-breakpoint
CREATE INDEX `vouches_subject` ON `vouches` (`subject_id`,`releases_at`,`id`);--> statement-breakpoint
CREATE INDEX `vouches_writer` ON `vouches` (`writer_id`);--> statement-breakpoint
ALTER TABLE `listings` ADD `hold_conversation_id` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `hold_until` integer;--> statement-breakpoint
CREATE INDEX `listings_on_hold` ON `listings` (`hold_until`) WHERE hold_until is not null;--> statement-breakpoint
ALTER TABLE `messages` ADD `offer_id` text REFERENCES offers(id);--> statement-breakpoint
ALTER TABLE `messages` ADD `deal_id` text REFERENCES deals(id);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_offer` ON `messages` (`offer_id`) WHERE offer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_deal` ON `messages` (`deal_id`) WHERE deal_id is not null;