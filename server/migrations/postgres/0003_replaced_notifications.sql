-- What was chosen and is still to be sent moves to the new tables.
INSERT INTO notification_choices (id, user_id, kind, by_push, by_mail)
	SELECT gen_random_uuid(), user_id, 'message', messages_by_push, messages_by_mail FROM notification_settings;--> statement-breakpoint
INSERT INTO notification_choices (id, user_id, kind, by_mail)
	SELECT gen_random_uuid(), user_id, 'match', false FROM match_mails WHERE is_off;--> statement-breakpoint
INSERT INTO notices (id, user_id, kind, other_id, listing_id, data, created_at, push_at, mail_at)
	SELECT p.id, p.person_id, 'listing-freed', l.seller_id, l.id, '{}', p.freed_at, p.freed_at, p.freed_at
	FROM line_places p JOIN listings l ON l.id = p.listing_id WHERE p.freed_at IS NOT NULL;--> statement-breakpoint
DELETE FROM line_places WHERE freed_at IS NOT NULL;--> statement-breakpoint
INSERT INTO notices (id, user_id, kind, other_id, listing_id, data, created_at, mail_at)
	SELECT m.id, m.owner_id, 'match', l.seller_id, l.id, '{}', m.created_at, m.created_at
	FROM matches m JOIN listings l ON l.id = m.listing_id WHERE m.mailed_at IS NULL AND m.seen_at IS NULL AND m.is_current;--> statement-breakpoint
ALTER TABLE "match_mails" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_settings" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "match_mails" CASCADE;--> statement-breakpoint
DROP TABLE "notification_settings" CASCADE;--> statement-breakpoint
DROP INDEX "line_places_freed";--> statement-breakpoint
DROP INDEX "matches_unmailed";--> statement-breakpoint
ALTER TABLE "line_places" DROP COLUMN "freed_at";--> statement-breakpoint
ALTER TABLE "matches" DROP COLUMN "mailed_at";