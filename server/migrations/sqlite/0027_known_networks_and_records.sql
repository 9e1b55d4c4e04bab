ALTER TABLE `messages` ADD `record` text;--> statement-breakpoint
CREATE INDEX `auth_audit_known` ON `auth_audit` (`user_id`,`address`) WHERE action in ('signed_in', 'confirmed', 'recovery_used');