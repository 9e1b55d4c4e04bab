DROP INDEX `vouches_subject`;--> statement-breakpoint
CREATE INDEX `vouches_subject` ON `vouches` (`subject_id`,`removed_at`,`releases_at`,`id`);