ALTER TABLE `listings` ADD `is_suspended` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_suspended` ON `listings` (`seller_id`) WHERE is_suspended;--> statement-breakpoint
ALTER TABLE `wanted` ADD `is_suspended` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `wanted_suspended` ON `wanted` (`buyer_id`) WHERE is_suspended;--> statement-breakpoint
-- Written by hand: the items of members who are suspended already.
UPDATE `listings` SET `removed_at` = unixepoch() * 1000, `is_suspended` = 1 WHERE `removed_at` IS NULL AND `seller_id` IN (SELECT `id` FROM `auth_users` WHERE `banned_until` > unixepoch() * 1000);
--> statement-breakpoint
UPDATE `wanted` SET `removed_at` = unixepoch() * 1000, `is_suspended` = 1 WHERE `removed_at` IS NULL AND `buyer_id` IN (SELECT `id` FROM `auth_users` WHERE `banned_until` > unixepoch() * 1000);
