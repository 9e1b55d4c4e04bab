CREATE TABLE `discord_channels` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`is_instance` integer NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`kind` text,
	`brand` text,
	`category` text,
	`max_price_cents` integer,
	`is_off` integer DEFAULT false NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`sent_at` text NOT NULL,
	`due_at` integer,
	`paused_until` integer,
	`leased_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `discord_channels_owner` ON `discord_channels` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `discord_channels_instance` ON `discord_channels` (`created_at`) WHERE is_instance;--> statement-breakpoint
CREATE INDEX `discord_channels_due` ON `discord_channels` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `discord_posts` (
	`id` text PRIMARY KEY NOT NULL,
	`channel_id` text NOT NULL,
	`kind` text NOT NULL,
	`item_id` text NOT NULL,
	`message_id` text,
	`due_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`posted_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discord_posts_once` ON `discord_posts` (`channel_id`,`kind`,`item_id`);--> statement-breakpoint
CREATE INDEX `discord_posts_item` ON `discord_posts` (`item_id`);--> statement-breakpoint
CREATE INDEX `discord_posts_due` ON `discord_posts` (`channel_id`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `discord_posts_created` ON `discord_posts` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`type` text NOT NULL,
	`subject_id` text NOT NULL,
	`about_id` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`attempted_at` integer,
	`status` integer,
	`error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_list` ON `webhook_deliveries` (`webhook_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_id`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_subject` ON `webhook_deliveries` (`webhook_id`,`subject_id`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`is_instance` integer NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`old_secret` text,
	`old_secret_until` integer,
	`off_reason` text,
	`failing_since` integer,
	`is_slow` integer DEFAULT false NOT NULL,
	`due_at` integer,
	`paused_until` integer,
	`leased_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhooks_owner` ON `webhooks` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhooks_instance` ON `webhooks` (`created_at`) WHERE is_instance;--> statement-breakpoint
CREATE INDEX `webhooks_due` ON `webhooks` (`is_slow`,`due_at`) WHERE due_at is not null;