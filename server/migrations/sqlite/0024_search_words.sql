DROP INDEX `listings_bumped_size`;--> statement-breakpoint
DROP INDEX `listings_newest_size`;--> statement-breakpoint
DROP INDEX `listings_price_size`;--> statement-breakpoint
DROP INDEX `listings_bumped`;--> statement-breakpoint
DROP INDEX `listings_bumped_category`;--> statement-breakpoint
DROP INDEX `listings_newest`;--> statement-breakpoint
DROP INDEX `listings_newest_category`;--> statement-breakpoint
DROP INDEX `listings_price`;--> statement-breakpoint
DROP INDEX `listings_price_category`;--> statement-breakpoint
ALTER TABLE `listings` ADD `size_words` text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- Written by hand, too: existing texts without the signs that searches ignore, as `foldText` and `foldSizeWords` now store
-- them.
-- The index of trigrams has the brand and the size of a listing, a line each.
DROP TRIGGER `listings_changed`;
--> statement-breakpoint
DROP TRIGGER `listings_added`;
--> statement-breakpoint
UPDATE `listings` SET `brand_folded` = coalesce(nullif(trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`brand_folded`, '.', ''), '''', ''), char(8217), ''), char(8216), ''), char(8219), ''), char(700), ''), char(699), ''), char(697), ''), char(8242), ''), '`', ''), char(183), ''), char(12539), ''), char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8288), ''), char(65279), ''), char(8220), '"'), char(8221), '"'), char(8222), '"'), char(8223), '"'), char(8243), '"'), char(171), '"'), char(187), '"'), '-', ' '), char(8208), ' '), char(8210), ' '), char(8211), ' '), char(8212), ' '), char(8213), ' '), char(8722), ' '), '  ', ' '), '  ', ' '), '  ', ' '), '  ', ' ')), ''), `brand_folded`), `size_words` = ' ' || trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(`size`), ' 1/2', '.5'), char(189), '.5'), ',', '.'), '''', ''), char(8217), ''), char(8216), ''), char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8288), ''), char(65279), ''), '/', ' '), '|', ' '), '&', ' '), '+', ' '), ':', ' '), ';', ' '), '(', ' '), ')', ' '), '"', ' '), '#', ' '), '*', ' '), '_', ' '), '=', ' '), '-', ' '), char(8208), ' '), char(8210), ' '), char(8211), ' '), char(8212), ' '), char(8213), ' '), char(8722), ' '), '  ', ' '), '  ', ' '), '  ', ' ')) || ' ';
--> statement-breakpoint
UPDATE `wanted` SET `search_folded` = coalesce(nullif(trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`search_folded`, '.', ''), '''', ''), char(8217), ''), char(8216), ''), char(8219), ''), char(700), ''), char(699), ''), char(697), ''), char(8242), ''), '`', ''), char(183), ''), char(12539), ''), char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8288), ''), char(65279), ''), char(8220), '"'), char(8221), '"'), char(8222), '"'), char(8223), '"'), char(8243), '"'), char(171), '"'), char(187), '"'), '-', ' '), char(8208), ' '), char(8210), ' '), char(8211), ' '), char(8212), ' '), char(8213), ' '), char(8722), ' '), '  ', ' '), '  ', ' '), '  ', ' '), '  ', ' ')), ''), `search_folded`);
--> statement-breakpoint
CREATE TRIGGER `listings_added` AFTER INSERT ON `listings` WHEN new.removed_at is null BEGIN
	INSERT INTO `listings_search_texts` (`id`, `folded`) VALUES (new.`id`, new.`brand_folded` || char(10) || new.`size_words`);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_changed` AFTER UPDATE OF `brand_folded`, `size_words`, `removed_at` ON `listings` BEGIN
	DELETE FROM `listings_search_texts` WHERE `id` = old.`id`;
	INSERT INTO `listings_search_texts` (`id`, `folded`) SELECT new.`id`, new.`brand_folded` || char(10) || new.`size_words` WHERE new.removed_at is null;
END;
--> statement-breakpoint
DELETE FROM `listings_search_texts`;
--> statement-breakpoint
INSERT INTO `listings_search_texts` (`id`, `folded`) SELECT `id`, `brand_folded` || char(10) || `size_words` FROM `listings` WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_bumped` ON `listings` (`bumped_at`,`id`,`category`,`brand_folded`,`condition`,`size_words`,`is_sold`,`price_cents`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_bumped_category` ON `listings` (`category`,`bumped_at`,`id`,`brand_folded`,`condition`,`size_words`,`is_sold`,`price_cents`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_newest` ON `listings` (`created_at`,`id`,`category`,`brand_folded`,`condition`,`size_words`,`is_sold`,`price_cents`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_newest_category` ON `listings` (`category`,`created_at`,`id`,`brand_folded`,`condition`,`size_words`,`is_sold`,`price_cents`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_price` ON `listings` (`price_cents`,`id`,`category`,`brand_folded`,`condition`,`size_words`,`is_sold`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_price_category` ON `listings` (`category`,`price_cents`,`id`,`brand_folded`,`condition`,`size_words`,`is_sold`) WHERE removed_at is null;
