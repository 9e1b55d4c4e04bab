-- How words are indexed has changed: a job indexes the listings again. With more beginnings indexed, common words are read
-- only as far as a page needs.
DROP TABLE `listings_word_index`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `listings_word_index` USING fts5(`words`, content='', contentless_delete=1, detail=none, prefix='2 3 4 5 6 7 8', tokenize='ascii');
--> statement-breakpoint
UPDATE `listings` SET `search_words` = NULL WHERE `search_words` IS NOT NULL;
