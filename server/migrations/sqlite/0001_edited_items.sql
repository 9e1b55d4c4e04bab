ALTER TABLE `listings` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `wanted` ADD `edited_at` integer;