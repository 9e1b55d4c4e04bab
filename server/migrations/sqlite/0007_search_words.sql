-- How words are indexed has changed. A job indexes the listings again.
UPDATE `listings` SET `search_words` = NULL WHERE `search_words` IS NOT NULL;
