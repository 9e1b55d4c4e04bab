-- Written by hand: search finds any part of a text by its trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "admin_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid,
	"action" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"subject_id" uuid,
	"person_id" uuid,
	"note" text collate "C",
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"party" text collate "C" NOT NULL,
	"text" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" uuid,
	"outcome" text collate "C",
	"reason" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "auth_audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text collate "C" NOT NULL,
	"user_id" uuid,
	"address" text collate "C",
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"factor_id" uuid NOT NULL,
	"tries" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_ended" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"reason" text collate "C" NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"friendly_name" text collate "C" NOT NULL,
	"sealed_secret" text collate "C" NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"last_step" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"type" text collate "C" DEFAULT 'totp' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_flows" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"stage" text collate "C" NOT NULL,
	"challenge" text collate "C" NOT NULL,
	"redirect" text collate "C" NOT NULL,
	"bind" text collate "C",
	"user_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"provider" text collate "C" DEFAULT 'discord' NOT NULL,
	"invite_id" uuid,
	"consent" jsonb
);
--> statement-breakpoint
CREATE TABLE "auth_identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"profile" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_keys" (
	"kid" text collate "C" PRIMARY KEY NOT NULL,
	"generation" integer NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_jwk" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_limits" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_links" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text collate "C" NOT NULL,
	"password_hash" text collate "C",
	"user_metadata" jsonb,
	"next_path" text collate "C",
	"new_email" text collate "C",
	"is_last" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"consent" jsonb
);
--> statement-breakpoint
CREATE TABLE "auth_nonces" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"hash" text collate "C" NOT NULL,
	"tries" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_passkey_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"challenge" text collate "C" NOT NULL,
	"purpose" text collate "C" NOT NULL,
	"session_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text collate "C" NOT NULL,
	"public_key" text collate "C" NOT NULL,
	"counter" integer NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth_recovery_codes" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"salt" text collate "C" NOT NULL,
	"counter" integer NOT NULL,
	"delivered" integer NOT NULL,
	"aal" text collate "C" NOT NULL,
	"amr" jsonb NOT NULL,
	"refreshed_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"delivered_hash" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text collate "C" NOT NULL,
	"password_hash" text collate "C",
	"confirmed_at" timestamp (3) with time zone,
	"is_auto_confirmed" boolean DEFAULT false NOT NULL,
	"promised_username" text collate "C" NOT NULL,
	"user_metadata" jsonb NOT NULL,
	"banned_until" timestamp (3) with time zone,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"email_changed_at" timestamp (3) with time zone,
	"invite_id" uuid,
	"consent" jsonb
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"register_number" text collate "C",
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"listing_id" uuid,
	"wanted_id" uuid,
	"creator_id" uuid NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"change_seq" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"last_sender_id" uuid,
	"buyer_read_seq" integer DEFAULT 0 NOT NULL,
	"seller_read_seq" integer DEFAULT 0 NOT NULL,
	"buyer_delivered_seq" integer DEFAULT 0 NOT NULL,
	"seller_delivered_seq" integer DEFAULT 0 NOT NULL,
	"buyer_waiting_since" timestamp (3) with time zone,
	"seller_waiting_since" timestamp (3) with time zone,
	"buyer_pushed_seq" integer DEFAULT 0 NOT NULL,
	"seller_pushed_seq" integer DEFAULT 0 NOT NULL,
	"buyer_mailed_seq" integer DEFAULT 0 NOT NULL,
	"seller_mailed_seq" integer DEFAULT 0 NOT NULL,
	"buyer_archived_at" timestamp (3) with time zone,
	"seller_archived_at" timestamp (3) with time zone,
	"buyer_muted_at" timestamp (3) with time zone,
	"seller_muted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid,
	"wanted_id" uuid,
	"conversation_id" uuid,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"title" text collate "C" NOT NULL,
	"photo" jsonb,
	"state" text collate "C" NOT NULL,
	"sold_at" timestamp (3) with time zone NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "former_usernames" (
	"username_key" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text collate "C" NOT NULL,
	"uses" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"note" text collate "C" NOT NULL,
	"created_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid,
	"wanted_id" uuid,
	"kind" text collate "C" NOT NULL,
	"from_cents" integer,
	"to_cents" integer,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "line_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"freed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "listings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"title" text collate "C" NOT NULL,
	"description" text collate "C",
	"brand" text collate "C" NOT NULL,
	"brand_folded" text collate "C" NOT NULL,
	"brand_key" text collate "C" NOT NULL,
	"category" text collate "C" NOT NULL,
	"size" text collate "C" NOT NULL,
	"condition" text collate "C" NOT NULL,
	"price_cents" integer NOT NULL,
	"original_price_cents" integer,
	"is_sold" boolean DEFAULT false NOT NULL,
	"sold_at" timestamp (3) with time zone,
	"photos" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"bumped_at" timestamp (3) with time zone NOT NULL,
	"last_bump_at" timestamp (3) with time zone,
	"discount_bump_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"client_id" uuid,
	"is_suspended" boolean DEFAULT false NOT NULL,
	"hold_conversation_id" uuid,
	"hold_until" timestamp (3) with time zone,
	"proof_photo" jsonb,
	"size_words" text collate "C" DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "match_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"item_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "match_mails" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_at" timestamp (3) with time zone,
	"is_off" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "matches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"wanted_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"is_current" boolean DEFAULT true NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_originals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"content" text collate "C" NOT NULL,
	"photo_key" text collate "C",
	"written_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"message_type" text collate "C" NOT NULL,
	"content" text collate "C" NOT NULL,
	"image" jsonb,
	"removed_at" timestamp (3) with time zone,
	"edited_at" timestamp (3) with time zone,
	"unsent_at" timestamp (3) with time zone,
	"changed_seq" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"offer_id" uuid,
	"deal_id" uuid,
	"hold" jsonb,
	"record" jsonb
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"messages_by_mail" boolean DEFAULT true NOT NULL,
	"messages_by_push" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"listing_id" uuid,
	"by_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"listing_price_cents" integer,
	"state" text collate "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"subject_id" uuid NOT NULL,
	"reason" text collate "C" NOT NULL,
	"details" text collate "C",
	"email" text collate "C" NOT NULL,
	"name" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photo_hashes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text collate "C" NOT NULL,
	"owner_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"hash" text collate "C" NOT NULL,
	"views" text collate "C",
	"placeholder" text collate "C" NOT NULL,
	"copy" text collate "C",
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proof_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"listing_id" uuid,
	"code" text collate "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint" text collate "C" NOT NULL,
	"p256dh" text collate "C" NOT NULL,
	"auth" text collate "C" NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid,
	"subject" text collate "C" NOT NULL,
	"subject_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"reason" text collate "C" NOT NULL,
	"details" text collate "C",
	"evidence" jsonb NOT NULL,
	"photo_key" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" uuid,
	"resolution" text collate "C",
	"note" text collate "C",
	"other_person_id" uuid,
	"number" text collate "C",
	"visitor_email" text collate "C",
	"visitor_name" text collate "C",
	"rule" text collate "C",
	"suspended_until" timestamp (3) with time zone,
	"removed" jsonb
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"admin_id" uuid
);
--> statement-breakpoint
CREATE TABLE "task_leases" (
	"task" text collate "C" PRIMARY KEY NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text collate "C" NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"hash" text collate "C",
	"views" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text collate "C" NOT NULL,
	"username_key" text collate "C" NOT NULL,
	"username_last_changed" timestamp (3) with time zone,
	"profile_image_key" text collate "C",
	"is_admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"is_username_generated" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vouches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"writer_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"rating" text collate "C" NOT NULL,
	"text" text collate "C",
	"written_at" timestamp (3) with time zone NOT NULL,
	"releases_at" timestamp (3) with time zone NOT NULL,
	"answer" text collate "C",
	"answered_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"removal_reason" text collate "C",
	"announced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wanted" (
	"id" uuid PRIMARY KEY NOT NULL,
	"buyer_id" uuid NOT NULL,
	"title" text collate "C" NOT NULL,
	"description" text collate "C",
	"brand" text collate "C" NOT NULL,
	"search_folded" text collate "C" NOT NULL,
	"brand_key" text collate "C" NOT NULL,
	"size" text collate "C" NOT NULL,
	"max_price_cents" integer NOT NULL,
	"is_fulfilled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"bumped_at" timestamp (3) with time zone NOT NULL,
	"last_bump_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"client_id" uuid,
	"is_suspended" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warnings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"reason" text collate "C" NOT NULL,
	"rule" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "admin_log" ADD CONSTRAINT "admin_log_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admin_log" ADD CONSTRAINT "admin_log_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_challenges" ADD CONSTRAINT "auth_challenges_factor_id_auth_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."auth_factors"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_factors" ADD CONSTRAINT "auth_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_flows" ADD CONSTRAINT "auth_flows_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_identities" ADD CONSTRAINT "auth_identities_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_links" ADD CONSTRAINT "auth_links_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_nonces" ADD CONSTRAINT "auth_nonces_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_passkeys" ADD CONSTRAINT "auth_passkeys_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_recovery_codes" ADD CONSTRAINT "auth_recovery_codes_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_wanted_id_wanted_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_wanted_id_wanted_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "item_events" ADD CONSTRAINT "item_events_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "item_events" ADD CONSTRAINT "item_events_wanted_id_wanted_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "line_places" ADD CONSTRAINT "line_places_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "line_places" ADD CONSTRAINT "line_places_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "match_mails" ADD CONSTRAINT "match_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_wanted_id_wanted_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_originals" ADD CONSTRAINT "message_originals_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_originals" ADD CONSTRAINT "message_originals_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "photo_hashes" ADD CONSTRAINT "photo_hashes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "photo_hashes" ADD CONSTRAINT "photo_hashes_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proof_codes" ADD CONSTRAINT "proof_codes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proof_codes" ADD CONSTRAINT "proof_codes_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_other_person_id_users_id_fk" FOREIGN KEY ("other_person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vouches" ADD CONSTRAINT "vouches_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vouches" ADD CONSTRAINT "vouches_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vouches" ADD CONSTRAINT "vouches_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wanted" ADD CONSTRAINT "wanted_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "admin_log_at" ON "admin_log" USING btree ("at","id");
--> statement-breakpoint
CREATE INDEX "admin_log_person" ON "admin_log" USING btree ("person_id","at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_once" ON "appeals" USING btree ("report_id","party");
--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("created_at","id") WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX "auth_audit_at" ON "auth_audit" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "auth_audit_user" ON "auth_audit" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "auth_audit_known" ON "auth_audit" USING btree ("user_id","address") WHERE action in ('signed_in', 'confirmed', 'recovery_used');
--> statement-breakpoint
CREATE INDEX "auth_challenges_factor" ON "auth_challenges" USING btree ("factor_id");
--> statement-breakpoint
CREATE INDEX "auth_challenges_expires" ON "auth_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "auth_ended_at" ON "auth_ended" USING btree ("ended_at");
--> statement-breakpoint
CREATE INDEX "auth_factors_user" ON "auth_factors" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "auth_flows_expires" ON "auth_flows" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "auth_flows_user" ON "auth_flows" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "auth_identities_subject" ON "auth_identities" USING btree ("provider","subject");
--> statement-breakpoint
CREATE INDEX "auth_identities_user" ON "auth_identities" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "auth_keys_generation" ON "auth_keys" USING btree ("generation");
--> statement-breakpoint
CREATE INDEX "auth_limits_ends" ON "auth_limits" USING btree ("ends_at");
--> statement-breakpoint
CREATE INDEX "auth_links_user" ON "auth_links" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "auth_links_expires" ON "auth_links" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "auth_nonces_expires" ON "auth_nonces" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "auth_passkey_challenges_expires" ON "auth_passkey_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "auth_passkeys_credential" ON "auth_passkeys" USING btree ("credential_id");
--> statement-breakpoint
CREATE INDEX "auth_passkeys_user" ON "auth_passkeys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "auth_recovery_codes_user" ON "auth_recovery_codes" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "auth_sessions_refreshed" ON "auth_sessions" USING btree ("refreshed_at");
--> statement-breakpoint
CREATE INDEX "auth_sessions_created" ON "auth_sessions" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "auth_users_email" ON "auth_users" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "auth_users_unconfirmed" ON "auth_users" USING btree ("confirmed_at","updated_at");
--> statement-breakpoint
CREATE INDEX "auth_users_banned" ON "auth_users" USING btree ("banned_until") WHERE banned_until is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "blocks_pair" ON "blocks" USING btree ("blocker_id","blocked_id");
--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked_id","blocker_id");
--> statement-breakpoint
CREATE INDEX "blocks_list" ON "blocks" USING btree ("blocker_id","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_listing" ON "conversations" USING btree ("buyer_id","seller_id","listing_id") WHERE listing_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_wanted" ON "conversations" USING btree ("buyer_id","seller_id","wanted_id") WHERE wanted_id is not null;
--> statement-breakpoint
CREATE INDEX "conversations_creator" ON "conversations" USING btree ("creator_id","created_at");
--> statement-breakpoint
CREATE INDEX "conversations_buyer" ON "conversations" USING btree ("buyer_id","id");
--> statement-breakpoint
CREATE INDEX "conversations_seller" ON "conversations" USING btree ("seller_id","id");
--> statement-breakpoint
CREATE INDEX "conversations_buyer_waiting" ON "conversations" USING btree ("buyer_waiting_since") WHERE buyer_waiting_since is not null;
--> statement-breakpoint
CREATE INDEX "conversations_seller_waiting" ON "conversations" USING btree ("seller_waiting_since") WHERE seller_waiting_since is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "deals_listing" ON "deals" USING btree ("listing_id") WHERE listing_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "deals_wanted" ON "deals" USING btree ("wanted_id") WHERE wanted_id is not null;
--> statement-breakpoint
CREATE INDEX "deals_buyer" ON "deals" USING btree ("buyer_id","made_at");
--> statement-breakpoint
CREATE INDEX "deals_seller" ON "deals" USING btree ("seller_id","made_at");
--> statement-breakpoint
CREATE INDEX "deals_conversation" ON "deals" USING btree ("conversation_id");
--> statement-breakpoint
CREATE INDEX "deals_proposed" ON "deals" USING btree ("proposed_at") WHERE state = 'proposed';
--> statement-breakpoint
CREATE INDEX "former_usernames_held" ON "former_usernames" USING btree ("held_until");
--> statement-breakpoint
CREATE INDEX "former_usernames_user" ON "former_usernames" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "invites_hash" ON "invites" USING btree ("hash");
--> statement-breakpoint
CREATE INDEX "item_events_listing" ON "item_events" USING btree ("listing_id","at","id") WHERE listing_id is not null;
--> statement-breakpoint
CREATE INDEX "item_events_wanted" ON "item_events" USING btree ("wanted_id","at","id") WHERE wanted_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "line_places_once" ON "line_places" USING btree ("listing_id","person_id");
--> statement-breakpoint
CREATE INDEX "line_places_person" ON "line_places" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "line_places_freed" ON "line_places" USING btree ("id") WHERE freed_at is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "listings_once" ON "listings" USING btree ("seller_id","client_id") WHERE client_id is not null;
--> statement-breakpoint
CREATE INDEX "listings_brand" ON "listings" USING btree ("brand_key","id","price_cents") WHERE removed_at is null and not is_sold;
--> statement-breakpoint
CREATE INDEX "listings_seller" ON "listings" USING btree ("seller_id","bumped_at","id") WHERE removed_at is null;
--> statement-breakpoint
-- Written by hand. GIN indexes without the list of pending entries, which every search would read until the next vacuum.
CREATE INDEX "listings_search" ON "listings" USING gin ("brand_folded" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "listings_suspended" ON "listings" USING btree ("seller_id") WHERE is_suspended;
--> statement-breakpoint
CREATE INDEX "listings_on_hold" ON "listings" USING btree ("hold_until") WHERE hold_until is not null;
--> statement-breakpoint
CREATE INDEX "listings_removed" ON "listings" USING btree ("removed_at","id") WHERE removed_at is not null and not is_suspended;
--> statement-breakpoint
-- Written by hand.
CREATE INDEX "listings_size_search" ON "listings" USING gin ("size_words" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "listings_bumped" ON "listings" USING btree ("bumped_at","id","category","brand_folded","condition","size_words","is_sold","price_cents") WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "listings_bumped_category" ON "listings" USING btree ("category","bumped_at","id","brand_folded","condition","size_words","is_sold","price_cents") WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "listings_newest" ON "listings" USING btree ("created_at","id","category","brand_folded","condition","size_words","is_sold","price_cents") WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "listings_newest_category" ON "listings" USING btree ("category","created_at","id","brand_folded","condition","size_words","is_sold","price_cents") WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "listings_price" ON "listings" USING btree ("price_cents","id","category","brand_folded","condition","size_words","is_sold") WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "listings_price_category" ON "listings" USING btree ("category","price_cents","id","brand_folded","condition","size_words","is_sold") WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at","id");
--> statement-breakpoint
CREATE INDEX "match_jobs_item" ON "match_jobs" USING btree ("item_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "matches_pair" ON "matches" USING btree ("listing_id","wanted_id");
--> statement-breakpoint
CREATE INDEX "matches_wanted" ON "matches" USING btree ("wanted_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "matches_owner" ON "matches" USING btree ("owner_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "matches_unseen" ON "matches" USING btree ("owner_id","created_at","id") WHERE seen_at is null;
--> statement-breakpoint
CREATE INDEX "matches_unmailed" ON "matches" USING btree ("owner_id","created_at") WHERE mailed_at is null;
--> statement-breakpoint
-- Written by hand.
CREATE INDEX "message_originals_message" ON "message_originals" USING btree ("message_id","id");
--> statement-breakpoint
-- Written by hand.
CREATE INDEX "message_originals_sender" ON "message_originals" USING btree ("sender_id","id");
--> statement-breakpoint
-- Written by hand.
CREATE INDEX "message_originals_replaced" ON "message_originals" USING btree ("replaced_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_seq" ON "messages" USING btree ("conversation_id","seq");
--> statement-breakpoint
CREATE INDEX "messages_changed" ON "messages" USING btree ("conversation_id","changed_seq") WHERE changed_seq is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("conversation_id","client_id","sender_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_offer" ON "messages" USING btree ("offer_id") WHERE offer_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_deal" ON "messages" USING btree ("deal_id") WHERE deal_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "offers_open" ON "offers" USING btree ("conversation_id") WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX "offers_conversation" ON "offers" USING btree ("conversation_id","created_at");
--> statement-breakpoint
CREATE INDEX "offers_listing" ON "offers" USING btree ("listing_id") WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX "offers_expiring" ON "offers" USING btree ("expires_at") WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX "offers_accepted" ON "offers" USING btree ("listing_id") WHERE state = 'accepted';
--> statement-breakpoint
CREATE INDEX "pending_reports_created" ON "pending_reports" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "photo_hashes_key" ON "photo_hashes" USING btree ("key");
--> statement-breakpoint
CREATE INDEX "photo_hashes_listing" ON "photo_hashes" USING btree ("listing_id");
--> statement-breakpoint
CREATE INDEX "photo_hashes_owner" ON "photo_hashes" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "photo_hashes_waiting" ON "photo_hashes" USING btree ("id") WHERE views is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "proof_codes_listing" ON "proof_codes" USING btree ("listing_id") WHERE listing_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "proof_codes_next" ON "proof_codes" USING btree ("owner_id") WHERE listing_id is null;
--> statement-breakpoint
CREATE INDEX "proof_codes_owner" ON "proof_codes" USING btree ("owner_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("reporter_id","subject","subject_id") WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("created_at","id") WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX "reports_closed" ON "reports" USING btree ("created_at","id") WHERE closed_at is not null;
--> statement-breakpoint
CREATE INDEX "reports_photo" ON "reports" USING btree ("photo_key") WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX "reports_subject" ON "reports" USING btree ("subject","subject_id");
--> statement-breakpoint
CREATE INDEX "reports_person" ON "reports" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "reports_other_person" ON "reports" USING btree ("other_person_id") WHERE other_person_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "reports_number" ON "reports" USING btree ("number") WHERE number is not null;
--> statement-breakpoint
CREATE INDEX "reports_erasable" ON "reports" USING btree ("closed_at") WHERE closed_at is not null and (visitor_email is not null or removed is not null);
--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("created_at") WHERE used_at is null;
--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "vouches_once" ON "vouches" USING btree ("deal_id","writer_id");
--> statement-breakpoint
CREATE INDEX "vouches_writer" ON "vouches" USING btree ("writer_id");
--> statement-breakpoint
CREATE INDEX "vouches_unannounced" ON "vouches" USING btree ("releases_at") WHERE announced_at is null;
--> statement-breakpoint
CREATE INDEX "vouches_subject" ON "vouches" USING btree ("subject_id","removed_at","releases_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "wanted_once" ON "wanted" USING btree ("buyer_id","client_id") WHERE client_id is not null;
--> statement-breakpoint
CREATE INDEX "wanted_bumped" ON "wanted" USING btree ("bumped_at","id","search_folded") WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
CREATE INDEX "wanted_brand" ON "wanted" USING btree ("brand_key","id","max_price_cents") WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
CREATE INDEX "wanted_buyer" ON "wanted" USING btree ("buyer_id","bumped_at","id") WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
-- Written by hand.
CREATE INDEX "wanted_search" ON "wanted" USING gin ("search_folded" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
CREATE INDEX "wanted_suspended" ON "wanted" USING btree ("buyer_id") WHERE is_suspended;
--> statement-breakpoint
CREATE INDEX "warnings_person" ON "warnings" USING btree ("person_id","created_at");
--> statement-breakpoint
CREATE INDEX "warnings_report" ON "warnings" USING btree ("report_id");
--> statement-breakpoint
-- Written by hand from here on.
--
-- The version of what everybody sees of the market: a new random value with each change of it, in the same transaction, so
-- that one read tells whether a cached response is current. It never repeats, not even after a backup is restored. New
-- members and blocks change nothing that everybody sees. A sequence would not do: it moves before the commit, so what is
-- read in between would be cached as newer than it is.
CREATE TABLE "market_version" ("version" uuid NOT NULL);
--> statement-breakpoint
INSERT INTO "market_version" VALUES (gen_random_uuid());
--> statement-breakpoint
-- Once in a transaction is enough, however many rows it changes.
CREATE FUNCTION change_market_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	UPDATE "market_version" SET "version" = gen_random_uuid() WHERE xmin <> pg_current_xact_id()::xid;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred to the commit: the row of the version is the last that a transaction locks, so transactions cannot deadlock on
-- it, and wait for each other only as long as a commit takes. Messages do not change it.
CREATE CONSTRAINT TRIGGER "listings_version" AFTER INSERT OR DELETE ON "listings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "listings_update_version" AFTER UPDATE ON "listings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old IS DISTINCT FROM new) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "wanted_version" AFTER INSERT OR DELETE ON "wanted" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "wanted_update_version" AFTER UPDATE ON "wanted" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old IS DISTINCT FROM new) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_update_version" AFTER UPDATE OF "username", "profile_image_key", "is_admin" ON "users" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
-- A listing's page shows its seller's counts. An unreleased vouch must change nothing that others can observe.
CREATE CONSTRAINT TRIGGER "deals_made_version" AFTER UPDATE OF "state" ON "deals" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "vouches_insert_version" AFTER INSERT ON "vouches" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.releases_at = new.written_at) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "vouches_update_version" AFTER UPDATE ON "vouches" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.releases_at, old.removed_at, old.announced_at) IS DISTINCT FROM (new.releases_at, new.removed_at, new.announced_at)) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
-- The pages of a business seller show what it declares.
CREATE CONSTRAINT TRIGGER "businesses_version" AFTER INSERT OR UPDATE OR DELETE ON "businesses" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
