CREATE TABLE `admin_log` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`person_id` text NOT NULL,
	`note` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `admin_log_at` ON `admin_log` (`at`,`id`);--> statement-breakpoint
CREATE TABLE `auth_audit` (
	`id` text PRIMARY KEY NOT NULL,
	`action` text NOT NULL,
	`user_id` text,
	`address` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_audit_at` ON `auth_audit` (`at`);--> statement-breakpoint
CREATE INDEX `auth_audit_user` ON `auth_audit` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `auth_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`factor_id` text NOT NULL,
	`tries` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`factor_id`) REFERENCES `auth_factors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_challenges_factor` ON `auth_challenges` (`factor_id`);--> statement-breakpoint
CREATE INDEX `auth_challenges_expires` ON `auth_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `auth_ended` (
	`session_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`ended_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_ended_at` ON `auth_ended` (`ended_at`);--> statement-breakpoint
CREATE TABLE `auth_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`friendly_name` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`verified_at` integer,
	`last_step` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_factors_user` ON `auth_factors` (`user_id`);--> statement-breakpoint
CREATE TABLE `auth_flows` (
	`hash` text PRIMARY KEY NOT NULL,
	`stage` text NOT NULL,
	`challenge` text NOT NULL,
	`redirect` text NOT NULL,
	`bind` text,
	`user_id` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_flows_expires` ON `auth_flows` (`expires_at`);--> statement-breakpoint
CREATE INDEX `auth_flows_user` ON `auth_flows` (`user_id`);--> statement-breakpoint
CREATE TABLE `auth_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`profile` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_identities_subject` ON `auth_identities` (`provider`,`subject`);--> statement-breakpoint
CREATE INDEX `auth_identities_user` ON `auth_identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `auth_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL,
	`public_jwk` text NOT NULL,
	`sealed_private_jwk` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_keys_generation` ON `auth_keys` (`generation`);--> statement-breakpoint
CREATE TABLE `auth_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_limits_ends` ON `auth_limits` (`ends_at`);--> statement-breakpoint
CREATE TABLE `auth_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`password_hash` text,
	`user_metadata` text,
	`next_path` text,
	`new_email` text,
	`is_last` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_links_user` ON `auth_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `auth_links_expires` ON `auth_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `auth_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`salt` text NOT NULL,
	`counter` integer NOT NULL,
	`delivered` integer NOT NULL,
	`aal` text NOT NULL,
	`amr` text NOT NULL,
	`refreshed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_sessions_user` ON `auth_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `auth_sessions_refreshed` ON `auth_sessions` (`refreshed_at`);--> statement-breakpoint
CREATE INDEX `auth_sessions_created` ON `auth_sessions` (`created_at`);--> statement-breakpoint
CREATE TABLE `auth_users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`confirmed_at` integer,
	`is_auto_confirmed` integer DEFAULT false NOT NULL,
	`promised_username` text NOT NULL,
	`user_metadata` text NOT NULL,
	`banned_until` integer,
	`last_sign_in_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_email` ON `auth_users` (`email`);--> statement-breakpoint
CREATE INDEX `auth_users_unconfirmed` ON `auth_users` (`confirmed_at`,`updated_at`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`blocker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocks_pair` ON `blocks` (`blocker_id`,`blocked_id`);--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE INDEX `blocks_list` ON `blocks` (`blocker_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`listing_id` text,
	`wanted_id` text,
	`creator_id` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`change_seq` integer DEFAULT 0 NOT NULL,
	`last_message_at` integer NOT NULL,
	`last_sender_id` text,
	`buyer_read_seq` integer DEFAULT 0 NOT NULL,
	`seller_read_seq` integer DEFAULT 0 NOT NULL,
	`buyer_delivered_seq` integer DEFAULT 0 NOT NULL,
	`seller_delivered_seq` integer DEFAULT 0 NOT NULL,
	`buyer_waiting_since` integer,
	`seller_waiting_since` integer,
	`buyer_pushed_seq` integer DEFAULT 0 NOT NULL,
	`seller_pushed_seq` integer DEFAULT 0 NOT NULL,
	`buyer_mailed_seq` integer DEFAULT 0 NOT NULL,
	`seller_mailed_seq` integer DEFAULT 0 NOT NULL,
	`buyer_archived_at` integer,
	`seller_archived_at` integer,
	`buyer_muted_at` integer,
	`seller_muted_at` integer,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wanted_id`) REFERENCES `wanted`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_listing` ON `conversations` (`buyer_id`,`seller_id`,`listing_id`) WHERE listing_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_wanted` ON `conversations` (`buyer_id`,`seller_id`,`wanted_id`) WHERE wanted_id is not null;--> statement-breakpoint
CREATE INDEX `conversations_creator` ON `conversations` (`creator_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `conversations_buyer` ON `conversations` (`buyer_id`,`id`);--> statement-breakpoint
CREATE INDEX `conversations_buyer_inbox` ON `conversations` (`buyer_id`,`last_message_at`,`id`) WHERE buyer_archived_at is null;--> statement-breakpoint
CREATE INDEX `conversations_buyer_archived` ON `conversations` (`buyer_id`,`last_message_at`,`id`) WHERE buyer_archived_at is not null;--> statement-breakpoint
CREATE INDEX `conversations_buyer_unread` ON `conversations` (`buyer_id`,`last_message_at`,`id`) WHERE buyer_read_seq < last_seq and buyer_archived_at is null;--> statement-breakpoint
CREATE INDEX `conversations_seller` ON `conversations` (`seller_id`,`id`);--> statement-breakpoint
CREATE INDEX `conversations_seller_inbox` ON `conversations` (`seller_id`,`last_message_at`,`id`) WHERE seller_archived_at is null;--> statement-breakpoint
CREATE INDEX `conversations_seller_archived` ON `conversations` (`seller_id`,`last_message_at`,`id`) WHERE seller_archived_at is not null;--> statement-breakpoint
CREATE INDEX `conversations_seller_unread` ON `conversations` (`seller_id`,`last_message_at`,`id`) WHERE seller_read_seq < last_seq and seller_archived_at is null;--> statement-breakpoint
CREATE INDEX `conversations_buyer_waiting` ON `conversations` (`buyer_waiting_since`) WHERE buyer_waiting_since is not null;--> statement-breakpoint
CREATE INDEX `conversations_seller_waiting` ON `conversations` (`seller_waiting_since`) WHERE seller_waiting_since is not null;--> statement-breakpoint
CREATE TABLE `former_usernames` (
	`username_key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`held_until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `former_usernames_held` ON `former_usernames` (`held_until`);--> statement-breakpoint
CREATE INDEX `former_usernames_user` ON `former_usernames` (`user_id`);--> statement-breakpoint
CREATE TABLE `item_events` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`wanted_id` text,
	`kind` text NOT NULL,
	`from_cents` integer,
	`to_cents` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`wanted_id`) REFERENCES `wanted`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `item_events_listing` ON `item_events` (`listing_id`,`at`,`id`) WHERE listing_id is not null;--> statement-breakpoint
CREATE INDEX `item_events_wanted` ON `item_events` (`wanted_id`,`at`,`id`) WHERE wanted_id is not null;--> statement-breakpoint
CREATE TABLE `listings` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`brand` text NOT NULL,
	`brand_folded` text NOT NULL,
	`brand_key` text NOT NULL,
	`category` text NOT NULL,
	`size` text NOT NULL,
	`condition` text NOT NULL,
	`price_cents` integer NOT NULL,
	`original_price_cents` integer,
	`is_sold` integer DEFAULT false NOT NULL,
	`sold_at` integer,
	`photos` text NOT NULL,
	`created_at` integer NOT NULL,
	`bumped_at` integer NOT NULL,
	`last_bump_at` integer,
	`discount_bump_at` integer,
	`removed_at` integer,
	`client_id` text,
	FOREIGN KEY (`seller_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listings_once` ON `listings` (`seller_id`,`client_id`) WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX `listings_bumped` ON `listings` (`bumped_at`,`id`,`category`,`brand_folded`,`condition`,`size`,`is_sold`,`price_cents`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `listings_bumped_category` ON `listings` (`category`,`bumped_at`,`id`,`brand_folded`,`condition`,`size`,`is_sold`,`price_cents`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `listings_bumped_size` ON `listings` (lower("size"),`bumped_at`,`id`,`category`,`brand_folded`,`condition`,`size`,`is_sold`,`price_cents`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `listings_newest` ON `listings` (`created_at`,`id`,`category`,`brand_folded`,`condition`,`size`,`is_sold`,`price_cents`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `listings_newest_category` ON `listings` (`category`,`created_at`,`id`,`brand_folded`,`condition`,`size`,`is_sold`,`price_cents`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `listings_newest_size` ON `listings` (lower("size"),`created_at`,`id`,`category`,`brand_folded`,`condition`,`size`,`is_sold`,`price_cents`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `listings_price` ON `listings` (`price_cents`,`id`,`category`,`brand_folded`,`condition`,`size`,`is_sold`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `listings_price_category` ON `listings` (`category`,`price_cents`,`id`,`brand_folded`,`condition`,`size`,`is_sold`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `listings_price_size` ON `listings` (lower("size"),`price_cents`,`id`,`category`,`brand_folded`,`condition`,`size`,`is_sold`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `listings_brand` ON `listings` (`brand_key`,`id`,`price_cents`) WHERE removed_at is null and not is_sold;--> statement-breakpoint
CREATE INDEX `listings_seller` ON `listings` (`seller_id`,`bumped_at`,`id`) WHERE removed_at is null;--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`due_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`,`id`);--> statement-breakpoint
CREATE TABLE `match_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`item_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `match_jobs_item` ON `match_jobs` (`item_id`);--> statement-breakpoint
CREATE TABLE `match_mails` (
	`user_id` text PRIMARY KEY NOT NULL,
	`last_at` integer,
	`is_off` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `matches` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`wanted_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`is_current` integer DEFAULT true NOT NULL,
	`seen_at` integer,
	`mailed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`wanted_id`) REFERENCES `wanted`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `matches_pair` ON `matches` (`listing_id`,`wanted_id`);--> statement-breakpoint
CREATE INDEX `matches_wanted` ON `matches` (`wanted_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `matches_owner` ON `matches` (`owner_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `matches_unseen` ON `matches` (`owner_id`,`created_at`,`id`) WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX `matches_unmailed` ON `matches` (`owner_id`,`created_at`) WHERE mailed_at is null;--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender_id` text NOT NULL,
	`client_id` text NOT NULL,
	`message_type` text NOT NULL,
	`content` text NOT NULL,
	`image` text,
	`removed_at` integer,
	`edited_at` integer,
	`unsent_at` integer,
	`changed_seq` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_seq` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `messages_changed` ON `messages` (`conversation_id`,`changed_seq`) WHERE changed_seq is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_once` ON `messages` (`sender_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`messages_by_mail` integer DEFAULT true NOT NULL,
	`messages_by_push` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`person_id` text NOT NULL,
	`reason` text NOT NULL,
	`details` text,
	`evidence` text NOT NULL,
	`photo_key` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by_id` text,
	`resolution` text,
	`note` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_at`,`id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `reports_closed` ON `reports` (`created_at`,`id`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `reports_photo` ON `reports` (`photo_key`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `reports_subject` ON `reports` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_person` ON `reports` (`person_id`);--> statement-breakpoint
CREATE TABLE `task_leases` (
	`task` text PRIMARY KEY NOT NULL,
	`held_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`placeholder` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `uploads_unused` ON `uploads` (`created_at`) WHERE used_at is null;--> statement-breakpoint
CREATE INDEX `uploads_owner` ON `uploads` (`owner_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`username_last_changed` integer,
	`profile_image_key` text,
	`is_admin` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key` ON `users` (`username_key`);--> statement-breakpoint
CREATE TABLE `wanted` (
	`id` text PRIMARY KEY NOT NULL,
	`buyer_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`brand` text NOT NULL,
	`search_folded` text NOT NULL,
	`brand_key` text NOT NULL,
	`size` text NOT NULL,
	`max_price_cents` integer NOT NULL,
	`is_fulfilled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`bumped_at` integer NOT NULL,
	`last_bump_at` integer,
	`removed_at` integer,
	`client_id` text,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wanted_once` ON `wanted` (`buyer_id`,`client_id`) WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX `wanted_bumped` ON `wanted` (`bumped_at`,`id`,`search_folded`) WHERE removed_at is null and not is_fulfilled;--> statement-breakpoint
CREATE INDEX `wanted_brand` ON `wanted` (`brand_key`,`id`,`max_price_cents`) WHERE removed_at is null and not is_fulfilled;--> statement-breakpoint
CREATE INDEX `wanted_buyer` ON `wanted` (`buyer_id`,`bumped_at`,`id`) WHERE removed_at is null and not is_fulfilled;