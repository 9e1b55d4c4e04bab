CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`other_id` text,
	`listing_id` text,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`push_at` integer,
	`mail_at` integer,
	`mailed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notices_user` ON `notices` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notices_unread` ON `notices` (`user_id`,`kind`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notices_listing` ON `notices` (`listing_id`);--> statement-breakpoint
CREATE INDEX `notices_other` ON `notices` (`other_id`);--> statement-breakpoint
CREATE INDEX `notices_push` ON `notices` (`push_at`) WHERE push_at is not null;--> statement-breakpoint
CREATE INDEX `notices_mail` ON `notices` (`mail_at`) WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX `notices_mailed` ON `notices` (`user_id`,`mailed_at`) WHERE mailed_at is not null;--> statement-breakpoint
CREATE INDEX `notices_created` ON `notices` (`created_at`);--> statement-breakpoint
CREATE TABLE `notification_choices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`by_push` integer,
	`by_mail` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_choices_kind` ON `notification_choices` (`user_id`,`kind`);