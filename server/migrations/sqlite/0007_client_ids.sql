-- Written by hand. Instead of a unique index, which changes one page of the file per message, the client ids of a
-- conversation are recorded 64 at a time: those of messages up to the last multiple of 64. `client-ids.ts` uses the same
-- number, and looks up newer ones among the messages. `key` is the 32 bytes of the two UUIDs, a third of their text.
CREATE TABLE `message_client_ids` (
	`key` blob NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY (`key`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `message_client_ids` SELECT unhex(replace(m.`conversation_id` || m.`client_id`, '-', '')), m.`seq`
	FROM `messages` m JOIN `conversations` c ON c.`id` = m.`conversation_id`
	WHERE m.`seq` <= c.`last_seq` - c.`last_seq` % 64;
--> statement-breakpoint
CREATE TRIGGER `messages_record_client_ids` AFTER INSERT ON `messages` WHEN new.`seq` % 64 = 0 BEGIN
	INSERT INTO `message_client_ids` SELECT unhex(replace(`conversation_id` || `client_id`, '-', '')), `seq` FROM `messages`
		WHERE `conversation_id` = new.`conversation_id` AND `seq` > new.`seq` - 64 ORDER BY `client_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `conversations_drop_client_ids` AFTER DELETE ON `conversations` BEGIN
	DELETE FROM `message_client_ids` WHERE `key` BETWEEN unhex(replace(old.`id`, '-', ''))
		AND unhex(replace(old.`id`, '-', '') || 'ffffffffffffffffffffffffffffffff');
END;
--> statement-breakpoint
DROP INDEX `messages_once`;
