CREATE TABLE "admin_log" (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text,
	`person_id` text,
	`note` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `admin_log_at` ON `admin_log` (`at`,`id`);
--> statement-breakpoint
CREATE INDEX `admin_log_person` ON `admin_log` (`person_id`,`at`,`id`);
--> statement-breakpoint
CREATE TABLE `appeals` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`party` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by_id` text,
	`outcome` text,
	`reason` text,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`closed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_once` ON `appeals` (`report_id`,`party`);
--> statement-breakpoint
CREATE INDEX `appeals_open` ON `appeals` (`created_at`,`id`) WHERE closed_at is null;
--> statement-breakpoint
CREATE TABLE `auth_audit` (
	`id` text PRIMARY KEY NOT NULL,
	`action` text NOT NULL,
	`user_id` text,
	`address` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_audit_at` ON `auth_audit` (`at`);
--> statement-breakpoint
CREATE INDEX `auth_audit_user` ON `auth_audit` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `auth_audit_known` ON `auth_audit` (`user_id`,`address`) WHERE action in ('signed_in', 'confirmed', 'recovery_used');
--> statement-breakpoint
CREATE TABLE `auth_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`factor_id` text NOT NULL,
	`tries` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`factor_id`) REFERENCES `auth_factors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_challenges_factor` ON `auth_challenges` (`factor_id`);
--> statement-breakpoint
CREATE INDEX `auth_challenges_expires` ON `auth_challenges` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `auth_ended` (
	`session_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`ended_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_ended_at` ON `auth_ended` (`ended_at`);
--> statement-breakpoint
CREATE TABLE `auth_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`friendly_name` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`verified_at` integer,
	`last_step` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `type` text DEFAULT 'totp' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_factors_user` ON `auth_factors` (`user_id`);
--> statement-breakpoint
CREATE TABLE `auth_flows` (
	`hash` text PRIMARY KEY NOT NULL,
	`stage` text NOT NULL,
	`challenge` text NOT NULL,
	`redirect` text NOT NULL,
	`bind` text,
	`user_id` text,
	`expires_at` integer NOT NULL, `provider` text DEFAULT 'discord' NOT NULL, `invite_id` text, `consent` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_flows_expires` ON `auth_flows` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `auth_flows_user` ON `auth_flows` (`user_id`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `auth_identities_subject` ON `auth_identities` (`provider`,`subject`);
--> statement-breakpoint
CREATE INDEX `auth_identities_user` ON `auth_identities` (`user_id`);
--> statement-breakpoint
CREATE TABLE "auth_keys" (
	`kid` text PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL,
	`public_jwk` text NOT NULL,
	`sealed_private_jwk` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_keys_generation` ON `auth_keys` (`generation`);
--> statement-breakpoint
CREATE TABLE `auth_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_limits_ends` ON `auth_limits` (`ends_at`);
--> statement-breakpoint
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
	`created_at` integer NOT NULL, `consent` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_links_user` ON `auth_links` (`user_id`);
--> statement-breakpoint
CREATE INDEX `auth_links_expires` ON `auth_links` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `auth_nonces` (
	`session_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`tries` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_nonces_expires` ON `auth_nonces` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `auth_passkey_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`challenge` text NOT NULL,
	`purpose` text NOT NULL,
	`session_id` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_passkey_challenges_expires` ON `auth_passkey_challenges` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `auth_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_passkeys_credential` ON `auth_passkeys` (`credential_id`);
--> statement-breakpoint
CREATE INDEX `auth_passkeys_user` ON `auth_passkeys` (`user_id`);
--> statement-breakpoint
CREATE TABLE `auth_recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_recovery_codes_user` ON `auth_recovery_codes` (`user_id`);
--> statement-breakpoint
CREATE TABLE `auth_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`salt` text NOT NULL,
	`counter` integer NOT NULL,
	`delivered` integer NOT NULL,
	`aal` text NOT NULL,
	`amr` text NOT NULL,
	`refreshed_at` integer NOT NULL,
	`created_at` integer NOT NULL, `proven_at` integer, `delivered_hash` text,
	FOREIGN KEY (`user_id`) REFERENCES `auth_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_sessions_user` ON `auth_sessions` (`user_id`);
--> statement-breakpoint
CREATE INDEX `auth_sessions_refreshed` ON `auth_sessions` (`refreshed_at`);
--> statement-breakpoint
CREATE INDEX `auth_sessions_created` ON `auth_sessions` (`created_at`);
--> statement-breakpoint
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
, `email_changed_at` integer, `invite_id` text, `consent` text);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_email` ON `auth_users` (`email`);
--> statement-breakpoint
CREATE INDEX `auth_users_unconfirmed` ON `auth_users` (`confirmed_at`,`updated_at`);
--> statement-breakpoint
CREATE INDEX `auth_users_banned` ON `auth_users` (`banned_until`) WHERE banned_until is not null;
--> statement-breakpoint
CREATE TABLE `blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`blocker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocks_pair` ON `blocks` (`blocker_id`,`blocked_id`);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`,`blocker_id`);
--> statement-breakpoint
CREATE INDEX `blocks_list` ON `blocks` (`blocker_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `businesses` (
	`user_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`email` text NOT NULL,
	`register_number` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `conversations_listing` ON `conversations` (`buyer_id`,`seller_id`,`listing_id`) WHERE listing_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_wanted` ON `conversations` (`buyer_id`,`seller_id`,`wanted_id`) WHERE wanted_id is not null;
--> statement-breakpoint
CREATE INDEX `conversations_creator` ON `conversations` (`creator_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `conversations_buyer` ON `conversations` (`buyer_id`,`id`);
--> statement-breakpoint
CREATE INDEX `conversations_buyer_inbox` ON `conversations` (`buyer_id`,`last_message_at`,`id`) WHERE buyer_archived_at is null;
--> statement-breakpoint
CREATE INDEX `conversations_buyer_archived` ON `conversations` (`buyer_id`,`last_message_at`,`id`) WHERE buyer_archived_at is not null;
--> statement-breakpoint
CREATE INDEX `conversations_buyer_unread` ON `conversations` (`buyer_id`,`last_message_at`,`id`) WHERE buyer_read_seq < last_seq and buyer_archived_at is null;
--> statement-breakpoint
CREATE INDEX `conversations_seller` ON `conversations` (`seller_id`,`id`);
--> statement-breakpoint
CREATE INDEX `conversations_seller_inbox` ON `conversations` (`seller_id`,`last_message_at`,`id`) WHERE seller_archived_at is null;
--> statement-breakpoint
CREATE INDEX `conversations_seller_archived` ON `conversations` (`seller_id`,`last_message_at`,`id`) WHERE seller_archived_at is not null;
--> statement-breakpoint
CREATE INDEX `conversations_seller_unread` ON `conversations` (`seller_id`,`last_message_at`,`id`) WHERE seller_read_seq < last_seq and seller_archived_at is null;
--> statement-breakpoint
CREATE INDEX `conversations_buyer_waiting` ON `conversations` (`buyer_waiting_since`) WHERE buyer_waiting_since is not null;
--> statement-breakpoint
CREATE INDEX `conversations_seller_waiting` ON `conversations` (`seller_waiting_since`) WHERE seller_waiting_since is not null;
--> statement-breakpoint
CREATE TABLE `deals` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`wanted_id` text,
	`conversation_id` text,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`title` text NOT NULL,
	`photo` text,
	`state` text NOT NULL,
	`sold_at` integer NOT NULL,
	`proposed_at` integer NOT NULL,
	`made_at` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wanted_id`) REFERENCES `wanted`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deals_listing` ON `deals` (`listing_id`) WHERE listing_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `deals_wanted` ON `deals` (`wanted_id`) WHERE wanted_id is not null;
--> statement-breakpoint
CREATE INDEX `deals_buyer` ON `deals` (`buyer_id`,`made_at`);
--> statement-breakpoint
CREATE INDEX `deals_seller` ON `deals` (`seller_id`,`made_at`);
--> statement-breakpoint
CREATE INDEX `deals_conversation` ON `deals` (`conversation_id`);
--> statement-breakpoint
CREATE INDEX `deals_proposed` ON `deals` (`proposed_at`) WHERE state = 'proposed';
--> statement-breakpoint
CREATE TABLE `former_usernames` (
	`username_key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`held_until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `former_usernames_held` ON `former_usernames` (`held_until`);
--> statement-breakpoint
CREATE INDEX `former_usernames_user` ON `former_usernames` (`user_id`);
--> statement-breakpoint
CREATE TABLE `instance_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`settings` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`uses` integer NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	`note` text NOT NULL,
	`created_by` text,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_hash` ON `invites` (`hash`);
--> statement-breakpoint
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
CREATE INDEX `item_events_listing` ON `item_events` (`listing_id`,`at`,`id`) WHERE listing_id is not null;
--> statement-breakpoint
CREATE INDEX `item_events_wanted` ON `item_events` (`wanted_id`,`at`,`id`) WHERE wanted_id is not null;
--> statement-breakpoint
CREATE TABLE `line_places` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`person_id` text NOT NULL,
	`joined_at` integer NOT NULL, `freed_at` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `line_places_once` ON `line_places` (`listing_id`,`person_id`);
--> statement-breakpoint
CREATE INDEX `line_places_person` ON `line_places` (`person_id`);
--> statement-breakpoint
CREATE INDEX `line_places_freed` ON `line_places` (`id`) WHERE freed_at is not null;
--> statement-breakpoint
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
	`client_id` text, `is_suspended` integer DEFAULT false NOT NULL, `hold_conversation_id` text, `hold_until` integer, `proof_photo` text, `size_words` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listings_once` ON `listings` (`seller_id`,`client_id`) WHERE client_id is not null;
--> statement-breakpoint
CREATE INDEX `listings_brand` ON `listings` (`brand_key`,`id`,`price_cents`) WHERE removed_at is null and not is_sold;
--> statement-breakpoint
CREATE INDEX `listings_seller` ON `listings` (`seller_id`,`bumped_at`,`id`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_suspended` ON `listings` (`seller_id`) WHERE is_suspended;
--> statement-breakpoint
CREATE INDEX `listings_on_hold` ON `listings` (`hold_until`) WHERE hold_until is not null;
--> statement-breakpoint
CREATE INDEX `listings_removed` ON `listings` (`removed_at`,`id`) WHERE removed_at is not null and not is_suspended;
--> statement-breakpoint
CREATE INDEX `listings_bumped` ON `listings` (`bumped_at`,`id`,`category`,`brand_folded`,`condition`,`size_words`,`is_sold`,`price_cents`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_bumped_category` ON `listings` (`category`,`bumped_at`,`id`,`brand_folded`,`condition`,`size_words`,`is_sold`,`price_cents`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_newest` ON `listings` (`created_at`,`id`,`category`,`brand_folded`,`condition`,`size_words`,`is_sold`,`price_cents`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_newest_category` ON `listings` (`category`,`created_at`,`id`,`brand_folded`,`condition`,`size_words`,`is_sold`,`price_cents`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_price` ON `listings` (`price_cents`,`id`,`category`,`brand_folded`,`condition`,`size_words`,`is_sold`) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX `listings_price_category` ON `listings` (`category`,`price_cents`,`id`,`brand_folded`,`condition`,`size_words`,`is_sold`) WHERE removed_at is null;
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`due_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`,`id`);
--> statement-breakpoint
CREATE TABLE `match_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`item_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `match_jobs_item` ON `match_jobs` (`item_id`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `matches_pair` ON `matches` (`listing_id`,`wanted_id`);
--> statement-breakpoint
CREATE INDEX `matches_wanted` ON `matches` (`wanted_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `matches_owner` ON `matches` (`owner_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `matches_unseen` ON `matches` (`owner_id`,`created_at`,`id`) WHERE seen_at is null;
--> statement-breakpoint
CREATE INDEX `matches_unmailed` ON `matches` (`owner_id`,`created_at`) WHERE mailed_at is null;
--> statement-breakpoint
CREATE TABLE `message_originals` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`content` text NOT NULL,
	`photo_key` text,
	`written_at` integer NOT NULL,
	`replaced_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `message_originals_message` ON `message_originals` (`message_id`,`id`);
--> statement-breakpoint
CREATE INDEX `message_originals_sender` ON `message_originals` (`sender_id`,`id`);
--> statement-breakpoint
CREATE INDEX `message_originals_replaced` ON `message_originals` (`replaced_at`);
--> statement-breakpoint
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
	`created_at` integer NOT NULL, `offer_id` text REFERENCES offers(id), `deal_id` text REFERENCES deals(id), `hold` text, `record` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_seq` ON `messages` (`conversation_id`,`seq`);
--> statement-breakpoint
CREATE INDEX `messages_changed` ON `messages` (`conversation_id`,`changed_seq`) WHERE changed_seq is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_offer` ON `messages` (`offer_id`) WHERE offer_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_deal` ON `messages` (`deal_id`) WHERE deal_id is not null;
--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`messages_by_mail` integer DEFAULT true NOT NULL,
	`messages_by_push` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`listing_id` text,
	`by_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`listing_price_cents` integer,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_open` ON `offers` (`conversation_id`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `offers_conversation` ON `offers` (`conversation_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `offers_listing` ON `offers` (`listing_id`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `offers_expiring` ON `offers` (`expires_at`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `offers_accepted` ON `offers` (`listing_id`) WHERE state = 'accepted';
--> statement-breakpoint
CREATE TABLE `pending_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text NOT NULL,
	`details` text,
	`email` text NOT NULL,
	`name` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pending_reports_created` ON `pending_reports` (`created_at`);
--> statement-breakpoint
CREATE TABLE `photo_hashes` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`owner_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`hash` text NOT NULL,
	`views` text,
	`placeholder` text NOT NULL,
	`copy` text,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photo_hashes_key` ON `photo_hashes` (`key`);
--> statement-breakpoint
CREATE INDEX `photo_hashes_listing` ON `photo_hashes` (`listing_id`);
--> statement-breakpoint
CREATE INDEX `photo_hashes_owner` ON `photo_hashes` (`owner_id`);
--> statement-breakpoint
CREATE INDEX `photo_hashes_waiting` ON `photo_hashes` (`id`) WHERE views is not null;
--> statement-breakpoint
CREATE TABLE `proof_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`listing_id` text,
	`code` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `proof_codes_listing` ON `proof_codes` (`listing_id`) WHERE listing_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `proof_codes_next` ON `proof_codes` (`owner_id`) WHERE listing_id is null;
--> statement-breakpoint
CREATE INDEX `proof_codes_owner` ON `proof_codes` (`owner_id`);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL, `failures` integer DEFAULT 0 NOT NULL, `retry_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `auth_sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);
--> statement-breakpoint
CREATE TABLE "reports" (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`person_id` text NOT NULL,
	`other_person_id` text,
	`reason` text NOT NULL,
	`details` text,
	`evidence` text NOT NULL,
	`photo_key` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by_id` text,
	`resolution` text,
	`note` text, `number` text, `visitor_email` text, `visitor_name` text, `rule` text, `suspended_until` integer, `removed` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`other_person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`) WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_at`,`id`) WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX `reports_closed` ON `reports` (`created_at`,`id`) WHERE closed_at is not null;
--> statement-breakpoint
CREATE INDEX `reports_photo` ON `reports` (`photo_key`) WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX `reports_subject` ON `reports` (`subject`,`subject_id`);
--> statement-breakpoint
CREATE INDEX `reports_person` ON `reports` (`person_id`);
--> statement-breakpoint
CREATE INDEX `reports_other_person` ON `reports` (`other_person_id`) WHERE other_person_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_number` ON `reports` (`number`) WHERE number is not null;
--> statement-breakpoint
CREATE INDEX `reports_erasable` ON `reports` (`closed_at`) WHERE closed_at is not null and (visitor_email is not null or removed is not null);
--> statement-breakpoint
CREATE TABLE `setup_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`admin_id` text
);
--> statement-breakpoint
CREATE TABLE `task_leases` (
	`task` text PRIMARY KEY NOT NULL,
	`held_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
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
CREATE INDEX `uploads_unused` ON `uploads` (`created_at`) WHERE used_at is null;
--> statement-breakpoint
CREATE INDEX `uploads_owner` ON `uploads` (`owner_id`);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`username_last_changed` integer,
	`profile_image_key` text,
	`is_admin` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
, `is_username_generated` integer DEFAULT false NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key` ON `users` (`username_key`);
--> statement-breakpoint
CREATE TABLE `vouches` (
	`id` text PRIMARY KEY NOT NULL,
	`deal_id` text NOT NULL,
	`writer_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`rating` text NOT NULL,
	`text` text,
	`written_at` integer NOT NULL,
	`releases_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer, `removed_at` integer, `removal_reason` text, `announced_at` integer,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`writer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouches_once` ON `vouches` (`deal_id`,`writer_id`);
--> statement-breakpoint
CREATE INDEX `vouches_writer` ON `vouches` (`writer_id`);
--> statement-breakpoint
CREATE INDEX `vouches_unannounced` ON `vouches` (`releases_at`) WHERE announced_at is null;
--> statement-breakpoint
CREATE INDEX `vouches_subject` ON `vouches` (`subject_id`,`removed_at`,`releases_at`,`id`);
--> statement-breakpoint
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
	`client_id` text, `is_suspended` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wanted_once` ON `wanted` (`buyer_id`,`client_id`) WHERE client_id is not null;
--> statement-breakpoint
CREATE INDEX `wanted_bumped` ON `wanted` (`bumped_at`,`id`,`search_folded`) WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
CREATE INDEX `wanted_brand` ON `wanted` (`brand_key`,`id`,`max_price_cents`) WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
CREATE INDEX `wanted_buyer` ON `wanted` (`buyer_id`,`bumped_at`,`id`) WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
CREATE INDEX `wanted_suspended` ON `wanted` (`buyer_id`) WHERE is_suspended;
--> statement-breakpoint
CREATE TABLE `warnings` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`report_id` text NOT NULL,
	`reason` text NOT NULL,
	`rule` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`withdrawn_at` integer,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `warnings_person` ON `warnings` (`person_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `warnings_report` ON `warnings` (`report_id`);
--> statement-breakpoint
-- Written by hand from here on.
--
-- Search finds any part of a text by its trigrams. A full-text index refers to rows by an integer, and SQLite may renumber
-- the rows of a table with another key: so the searched texts have tables of their own. That of a listing is its brand and
-- its size, a line each.
CREATE TABLE `listings_search_texts` (`n` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE, `folded` text NOT NULL);
--> statement-breakpoint
CREATE VIRTUAL TABLE `listings_search` USING fts5(`folded`, `id` UNINDEXED, content='listings_search_texts', content_rowid='n', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER `listings_search_takes_in` AFTER INSERT ON `listings_search_texts` BEGIN
	INSERT INTO `listings_search` (rowid, `folded`) VALUES (new.`n`, new.`folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_search_lets_go` AFTER DELETE ON `listings_search_texts` BEGIN
	INSERT INTO `listings_search` (`listings_search`, rowid, `folded`) VALUES ('delete', old.`n`, old.`folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_deleted` AFTER DELETE ON `listings` BEGIN
	DELETE FROM `listings_search_texts` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TABLE `wanted_search_texts` (`n` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE, `folded` text NOT NULL);
--> statement-breakpoint
CREATE VIRTUAL TABLE `wanted_search` USING fts5(`folded`, `id` UNINDEXED, content='wanted_search_texts', content_rowid='n', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER `wanted_search_takes_in` AFTER INSERT ON `wanted_search_texts` BEGIN
	INSERT INTO `wanted_search` (rowid, `folded`) VALUES (new.`n`, new.`folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `wanted_search_lets_go` AFTER DELETE ON `wanted_search_texts` BEGIN
	INSERT INTO `wanted_search` (`wanted_search`, rowid, `folded`) VALUES ('delete', old.`n`, old.`folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `wanted_added` AFTER INSERT ON `wanted` WHEN new.removed_at is null and not new.is_fulfilled BEGIN
	INSERT INTO `wanted_search_texts` (`id`, `folded`) VALUES (new.`id`, new.`search_folded`);
END;
--> statement-breakpoint
CREATE TRIGGER `wanted_changed` AFTER UPDATE OF `search_folded`, `removed_at`, `is_fulfilled` ON `wanted` BEGIN
	DELETE FROM `wanted_search_texts` WHERE `id` = old.`id`;
	INSERT INTO `wanted_search_texts` (`id`, `folded`) SELECT new.`id`, new.`search_folded` WHERE new.removed_at is null and not new.is_fulfilled;
END;
--> statement-breakpoint
CREATE TRIGGER `wanted_deleted` AFTER DELETE ON `wanted` BEGIN
	DELETE FROM `wanted_search_texts` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
-- The version of what everybody sees of the market: a new random text with each change of it, in the same transaction, so
-- that one read tells whether a cached response is current. It never repeats, not even after a backup is restored. New
-- members and blocks change nothing that everybody sees.
CREATE TABLE `market_version` (`version` text NOT NULL);
--> statement-breakpoint
INSERT INTO `market_version` VALUES (hex(randomblob(16)));
--> statement-breakpoint
CREATE TRIGGER `listings_insert_version` AFTER INSERT ON `listings` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `listings_update_version` AFTER UPDATE ON `listings` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `listings_delete_version` AFTER DELETE ON `listings` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `wanted_insert_version` AFTER INSERT ON `wanted` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `wanted_update_version` AFTER UPDATE ON `wanted` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `wanted_delete_version` AFTER DELETE ON `wanted` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `users_update_version` AFTER UPDATE OF `username`, `profile_image_key`, `is_admin` ON `users` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
-- A listing's page shows its seller's counts. An unreleased vouch must change nothing that others can observe.
CREATE TRIGGER `deals_made_version` AFTER UPDATE OF `state` ON `deals` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `vouches_insert_version` AFTER INSERT ON `vouches` WHEN new.releases_at = new.written_at BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `vouches_update_version` AFTER UPDATE ON `vouches` WHEN old.releases_at <> new.releases_at OR old.removed_at IS NOT new.removed_at OR old.announced_at IS NOT new.announced_at BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
-- The pages of a business seller show what it declares.
CREATE TRIGGER `businesses_insert_version` AFTER INSERT ON `businesses` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `businesses_update_version` AFTER UPDATE ON `businesses` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
CREATE TRIGGER `businesses_delete_version` AFTER DELETE ON `businesses` BEGIN UPDATE `market_version` SET `version` = hex(randomblob(16)); END;
--> statement-breakpoint
-- The searched text of a listing.
CREATE TRIGGER `listings_added` AFTER INSERT ON `listings` WHEN new.removed_at is null BEGIN
	INSERT INTO `listings_search_texts` (`id`, `folded`) VALUES (new.`id`, new.`brand_folded` || char(10) || new.`size_words`);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_changed` AFTER UPDATE OF `brand_folded`, `size_words`, `removed_at` ON `listings` BEGIN
	DELETE FROM `listings_search_texts` WHERE `id` = old.`id`;
	INSERT INTO `listings_search_texts` (`id`, `folded`) SELECT new.`id`, new.`brand_folded` || char(10) || new.`size_words` WHERE new.removed_at is null;
END;
--> statement-breakpoint
-- Instead of a unique index, which changes one page of the file per message, the client ids of a conversation are recorded
-- 64 at a time: those of messages up to the last multiple of 64. `client-ids.ts` uses the same number, and looks up newer
-- ones among the messages. `key` is the 32 bytes of the two UUIDs, a third of their text.
CREATE TABLE `message_client_ids` (
	`key` blob NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY (`key`, `seq`)
) WITHOUT ROWID;
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
