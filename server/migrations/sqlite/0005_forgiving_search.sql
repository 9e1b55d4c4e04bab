ALTER TABLE `listings` ADD `search_words` text;
--> statement-breakpoint
-- Written by hand from here on.
--
-- The words of live listings, with the columns by which the grid filters and sorts, so that a search reads narrow rows only.
-- The index has no copy of the words: `detail=none`, since each word names its field.
CREATE TABLE `listings_words` (
	`n` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL UNIQUE,
	`seller_id` text NOT NULL,
	`brand_folded` text NOT NULL,
	`size_words` text NOT NULL,
	`category` text NOT NULL,
	`condition` text NOT NULL,
	`price_cents` integer NOT NULL,
	`is_sold` integer NOT NULL,
	`created_at` integer NOT NULL,
	`bumped_at` integer NOT NULL
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `listings_word_index` USING fts5(`words`, content='', contentless_delete=1, detail=none, prefix='2 3 4 5', tokenize='ascii');
--> statement-breakpoint
INSERT INTO `listings_words` (`id`, `seller_id`, `brand_folded`, `size_words`, `category`, `condition`, `price_cents`, `is_sold`, `created_at`, `bumped_at`)
	SELECT `id`, `seller_id`, `brand_folded`, `size_words`, `category`, `condition`, `price_cents`, `is_sold`, `created_at`, `bumped_at` FROM `listings` WHERE `removed_at` IS NULL;
--> statement-breakpoint
CREATE TRIGGER `listings_words_added` AFTER INSERT ON `listings` WHEN new.removed_at is null BEGIN
	INSERT INTO `listings_words` (`id`, `seller_id`, `brand_folded`, `size_words`, `category`, `condition`, `price_cents`, `is_sold`, `created_at`, `bumped_at`)
		VALUES (new.`id`, new.`seller_id`, new.`brand_folded`, new.`size_words`, new.`category`, new.`condition`, new.`price_cents`, new.`is_sold`, new.`created_at`, new.`bumped_at`);
	INSERT INTO `listings_word_index` (rowid, `words`) SELECT `n`, new.`search_words` FROM `listings_words` WHERE `id` = new.`id` AND new.`search_words` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_words_changed` AFTER UPDATE OF `brand_folded`, `size_words`, `category`, `condition`, `price_cents`, `is_sold`, `bumped_at` ON `listings` WHEN new.removed_at is null BEGIN
	UPDATE `listings_words` SET `brand_folded` = new.`brand_folded`, `size_words` = new.`size_words`, `category` = new.`category`, `condition` = new.`condition`, `price_cents` = new.`price_cents`, `is_sold` = new.`is_sold`, `bumped_at` = new.`bumped_at` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_words_replaced` AFTER UPDATE OF `search_words`, `removed_at` ON `listings` WHEN old.search_words is not new.search_words or old.removed_at is not new.removed_at BEGIN
	DELETE FROM `listings_word_index` WHERE rowid = (SELECT `n` FROM `listings_words` WHERE `id` = old.`id`);
	DELETE FROM `listings_words` WHERE `id` = old.`id`;
	INSERT INTO `listings_words` (`id`, `seller_id`, `brand_folded`, `size_words`, `category`, `condition`, `price_cents`, `is_sold`, `created_at`, `bumped_at`)
		SELECT new.`id`, new.`seller_id`, new.`brand_folded`, new.`size_words`, new.`category`, new.`condition`, new.`price_cents`, new.`is_sold`, new.`created_at`, new.`bumped_at` WHERE new.removed_at is null;
	INSERT INTO `listings_word_index` (rowid, `words`) SELECT `n`, new.`search_words` FROM `listings_words` WHERE `id` = new.`id` AND new.`search_words` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_words_deleted` AFTER DELETE ON `listings` BEGIN
	DELETE FROM `listings_word_index` WHERE rowid = (SELECT `n` FROM `listings_words` WHERE `id` = old.`id`);
	DELETE FROM `listings_words` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
-- A job indexes the listings of earlier versions.
CREATE INDEX `listings_without_words` ON `listings` (`id`) WHERE search_words is null;
--> statement-breakpoint
-- How many live listings have a brand, by its spelling.
CREATE TABLE `listings_brands` (`brand` text PRIMARY KEY NOT NULL, `brand_key` text NOT NULL, `brand_folded` text NOT NULL, `items` integer NOT NULL);
--> statement-breakpoint
INSERT INTO `listings_brands` SELECT `brand`, min(`brand_key`), min(`brand_folded`), count(*) FROM `listings` WHERE `removed_at` IS NULL GROUP BY `brand`;
--> statement-breakpoint
CREATE TRIGGER `listings_brand_added` AFTER INSERT ON `listings` WHEN new.removed_at is null BEGIN
	INSERT INTO `listings_brands` VALUES (new.`brand`, new.`brand_key`, new.`brand_folded`, 1) ON CONFLICT (`brand`) DO UPDATE SET `items` = `items` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_brand_changed` AFTER UPDATE OF `brand`, `removed_at` ON `listings` WHEN old.brand <> new.brand or (old.removed_at is null) <> (new.removed_at is null) BEGIN
	UPDATE `listings_brands` SET `items` = `items` - 1 WHERE `brand` = old.`brand` AND old.removed_at is null;
	DELETE FROM `listings_brands` WHERE `brand` = old.`brand` AND `items` = 0;
	INSERT INTO `listings_brands` SELECT new.`brand`, new.`brand_key`, new.`brand_folded`, 1 WHERE new.removed_at is null ON CONFLICT (`brand`) DO UPDATE SET `items` = `items` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_brand_deleted` AFTER DELETE ON `listings` WHEN old.removed_at is null BEGIN
	UPDATE `listings_brands` SET `items` = `items` - 1 WHERE `brand` = old.`brand`;
	DELETE FROM `listings_brands` WHERE `brand` = old.`brand` AND `items` = 0;
END;
