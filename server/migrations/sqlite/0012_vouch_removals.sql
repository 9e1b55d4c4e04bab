PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_auth_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL,
	`public_jwk` text NOT NULL,
	`sealed_private_jwk` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_auth_keys`("kid", "generation", "public_jwk", "sealed_private_jwk", "created_at") SELECT "kid", "generation", "public_jwk", "sealed_private_jwk", "created_at" FROM `auth_keys`;--> statement-breakpoint
DROP TABLE `auth_keys`;--> statement-breakpoint
ALTER TABLE `__new_auth_keys` RENAME TO `auth_keys`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `auth_keys_generation` ON `auth_keys` (`generation`);--> statement-breakpoint
ALTER TABLE `vouches` ADD `removed_at` integer;--> statement-breakpoint
ALTER TABLE `vouches` ADD `removal_reason` text;--> statement-breakpoint
ALTER TABLE `vouches` ADD `announced_at` integer;--> statement-breakpoint
CREATE INDEX `vouches_unannounced` ON `vouches` (`releases_at`) WHERE announced_at is null;--> statement-breakpoint
-- The page of a listing shows the counts of its seller. An unreleased vouch must change nothing that others can observe.
CREATE TRIGGER `deals_made_version` AFTER UPDATE OF `state` ON `deals` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `vouches_insert_version` AFTER INSERT ON `vouches` WHEN new.releases_at = new.written_at BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `vouches_update_version` AFTER UPDATE ON `vouches` WHEN old.releases_at <> new.releases_at OR old.removed_at IS NOT new.removed_at OR old.announced_at IS NOT new.announced_at BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
