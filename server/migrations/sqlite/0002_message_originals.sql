CREATE TABLE `message_originals` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`content` text NOT NULL,
	`photo_key` text,
	`written_at` integer NOT NULL,
	`replaced_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `message_originals_message` ON `message_originals` (`message_id`,`id`);--> statement-breakpoint
CREATE INDEX `message_originals_sender` ON `message_originals` (`sender_id`,`id`);--> statement-breakpoint
CREATE INDEX `message_originals_replaced` ON `message_originals` (`replaced_at`);