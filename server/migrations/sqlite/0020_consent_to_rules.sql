ALTER TABLE `auth_flows` ADD `consent` text;--> statement-breakpoint
ALTER TABLE `auth_links` ADD `consent` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `consent` text;