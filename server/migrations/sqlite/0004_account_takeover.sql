CREATE TABLE `auth_recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_recovery_codes_user` ON `auth_recovery_codes` (`user_id`);--> statement-breakpoint
ALTER TABLE `auth_users` ADD `email_changed_at` integer;--> statement-breakpoint
-- Accounts whose change of address was recorded before there was a column for it.
UPDATE `auth_users` SET `email_changed_at` = (SELECT max(`at`) FROM `auth_audit` WHERE `auth_audit`.`user_id` = `auth_users`.`id` AND `auth_audit`.`action` = 'email_changed');
