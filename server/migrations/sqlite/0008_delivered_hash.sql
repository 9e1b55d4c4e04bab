-- serves programs since 0007_client_ids
ALTER TABLE `auth_sessions` ADD `delivered_hash` text;
