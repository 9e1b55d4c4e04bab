ALTER TABLE `push_subscriptions` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `push_subscriptions` ADD `retry_at` integer;