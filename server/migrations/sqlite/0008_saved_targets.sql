DROP TABLE `saved_jobs`;--> statement-breakpoint
DROP TABLE `search_jobs`;--> statement-breakpoint
ALTER TABLE `notification_choices` ADD `is_mail_paused` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `saved_items` ADD `target_price_cents` integer;--> statement-breakpoint
CREATE INDEX `match_jobs_kind` ON `match_jobs` (`kind`,`id`);