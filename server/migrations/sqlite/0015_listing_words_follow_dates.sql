-- The words of listings follow their dates, too.
DROP TRIGGER `listings_words_changed`;
--> statement-breakpoint
CREATE TRIGGER `listings_words_changed` AFTER UPDATE OF `brand_folded`, `size_words`, `category`, `condition`, `price_cents`, `is_sold`, `created_at`, `bumped_at` ON `listings` WHEN new.removed_at is null BEGIN
	UPDATE `listings_words` SET `brand_folded` = new.`brand_folded`, `size_words` = new.`size_words`, `category` = new.`category`, `condition` = new.`condition`, `price_cents` = new.`price_cents`, `is_sold` = new.`is_sold`, `created_at` = new.`created_at`, `bumped_at` = new.`bumped_at` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
UPDATE `listings_words` SET `created_at` = `l`.`created_at` FROM `listings` AS `l` WHERE `l`.`id` = `listings_words`.`id` AND `l`.`created_at` <> `listings_words`.`created_at`;
