-- serves programs since 0021_accepted_offers_and_removed_listings
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`placeholder` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`hash` text,
	`views` text,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_uploads`("key", "owner_id", "width", "height", "placeholder", "bytes", "hash", "views", "used_at", "created_at") SELECT "key", "owner_id", "width", "height", "placeholder", "bytes", "hash", "views", "used_at", "created_at" FROM `uploads`;--> statement-breakpoint
DROP TABLE `uploads`;--> statement-breakpoint
ALTER TABLE `__new_uploads` RENAME TO `uploads`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `uploads_unused` ON `uploads` (`created_at`) WHERE used_at is null;--> statement-breakpoint
CREATE INDEX `uploads_owner` ON `uploads` (`owner_id`);