-- Written by hand: search for any part of a text, by its trigrams. The full-text index refers to integers, and SQLite may
-- number the rows of a table with another key anew; so the searched texts stand in tables of their own.
CREATE TABLE `listings_search_texts` (`n` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE, `folded` text NOT NULL);
--> statement-breakpoint
CREATE VIRTUAL TABLE `listings_search` USING fts5(`folded`, `id` UNINDEXED, content='listings_search_texts', content_rowid='n', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER `listings_search_takes_in` AFTER INSERT ON `listings_search_texts` BEGIN
	INSERT INTO `listings_search` (rowid, `folded`) VALUES (new.`n`, new.`folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_search_lets_go` AFTER DELETE ON `listings_search_texts` BEGIN
	INSERT INTO `listings_search` (`listings_search`, rowid, `folded`) VALUES ('delete', old.`n`, old.`folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_added` AFTER INSERT ON `listings` WHEN new.removed_at is null BEGIN
	INSERT INTO `listings_search_texts` (`id`, `folded`) VALUES (new.`id`, new.`brand_folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_changed` AFTER UPDATE OF `brand_folded`, `removed_at` ON `listings` BEGIN
	DELETE FROM `listings_search_texts` WHERE `id` = old.`id`;
	INSERT INTO `listings_search_texts` (`id`, `folded`) SELECT new.`id`, new.`brand_folded` WHERE new.removed_at is null;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_deleted` AFTER DELETE ON `listings` BEGIN
	DELETE FROM `listings_search_texts` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
INSERT INTO `listings_search_texts` (`id`, `folded`) SELECT `id`, `brand_folded` FROM `listings` WHERE removed_at is null;
--> statement-breakpoint
CREATE TABLE `wanted_search_texts` (`n` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE, `folded` text NOT NULL);
--> statement-breakpoint
CREATE VIRTUAL TABLE `wanted_search` USING fts5(`folded`, `id` UNINDEXED, content='wanted_search_texts', content_rowid='n', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER `wanted_search_takes_in` AFTER INSERT ON `wanted_search_texts` BEGIN
	INSERT INTO `wanted_search` (rowid, `folded`) VALUES (new.`n`, new.`folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `wanted_search_lets_go` AFTER DELETE ON `wanted_search_texts` BEGIN
	INSERT INTO `wanted_search` (`wanted_search`, rowid, `folded`) VALUES ('delete', old.`n`, old.`folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `wanted_added` AFTER INSERT ON `wanted` WHEN new.removed_at is null and not new.is_fulfilled BEGIN
	INSERT INTO `wanted_search_texts` (`id`, `folded`) VALUES (new.`id`, new.`search_folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `wanted_changed` AFTER UPDATE OF `search_folded`, `removed_at`, `is_fulfilled` ON `wanted` BEGIN
	DELETE FROM `wanted_search_texts` WHERE `id` = old.`id`;
	INSERT INTO `wanted_search_texts` (`id`, `folded`) SELECT new.`id`, new.`search_folded` WHERE new.removed_at is null and not new.is_fulfilled;
END;
--> statement-breakpoint
CREATE TRIGGER `wanted_deleted` AFTER DELETE ON `wanted` BEGIN
	DELETE FROM `wanted_search_texts` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
INSERT INTO `wanted_search_texts` (`id`, `folded`) SELECT `id`, `search_folded` FROM `wanted` WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
-- The version of what everybody sees of the market: any text that it never was before, so that an older database that is
-- put back has none of a newer one. Whoever changes something of that, by whatever way, changes it in the same
-- transaction, so that kept answers are known to be true by one look. Who joins, and who blocks whom, changes nothing that
-- everybody sees.
CREATE TABLE `market_version` (`version` text NOT NULL);
--> statement-breakpoint
INSERT INTO `market_version` VALUES (hex(randomblob(16)));
--> statement-breakpoint
CREATE TRIGGER `listings_insert_version` AFTER INSERT ON `listings` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `listings_update_version` AFTER UPDATE ON `listings` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `listings_delete_version` AFTER DELETE ON `listings` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `wanted_insert_version` AFTER INSERT ON `wanted` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `wanted_update_version` AFTER UPDATE ON `wanted` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `wanted_delete_version` AFTER DELETE ON `wanted` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `users_update_version` AFTER UPDATE OF `username`, `profile_image_key`, `is_admin` ON `users` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
