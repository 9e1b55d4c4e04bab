ALTER TABLE `line_places` ADD `freed_at` integer;--> statement-breakpoint
CREATE INDEX `line_places_freed` ON `line_places` (`id`) WHERE freed_at is not null;