CREATE TABLE "admin_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"action" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"subject_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"note" text collate "C",
	"at" timestamp (3) with time zone NOT NULL
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
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_flows" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"stage" text collate "C" NOT NULL,
	"challenge" text collate "C" NOT NULL,
	"redirect" text collate "C" NOT NULL,
	"bind" text collate "C",
	"user_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
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
	"sealed_private_jwk" text collate "C" NOT NULL,
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
	"created_at" timestamp (3) with time zone NOT NULL
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
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "former_usernames" (
	"username_key" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL
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
	"client_id" uuid
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
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"messages_by_mail" boolean DEFAULT true NOT NULL,
	"messages_by_push" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint" text collate "C" NOT NULL,
	"p256dh" text collate "C" NOT NULL,
	"auth" text collate "C" NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid NOT NULL,
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
	"note" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "task_leases" (
	"task" text collate "C" PRIMARY KEY NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text collate "C" NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"client_id" uuid
);
--> statement-breakpoint
ALTER TABLE "admin_log" ADD CONSTRAINT "admin_log_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_log" ADD CONSTRAINT "admin_log_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_challenges" ADD CONSTRAINT "auth_challenges_factor_id_auth_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."auth_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_factors" ADD CONSTRAINT "auth_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_flows" ADD CONSTRAINT "auth_flows_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_identities" ADD CONSTRAINT "auth_identities_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_links" ADD CONSTRAINT "auth_links_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_wanted_id_wanted_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_events" ADD CONSTRAINT "item_events_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_events" ADD CONSTRAINT "item_events_wanted_id_wanted_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_mails" ADD CONSTRAINT "match_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_wanted_id_wanted_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted" ADD CONSTRAINT "wanted_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_log_at" ON "admin_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "auth_audit_at" ON "auth_audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "auth_audit_user" ON "auth_audit" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "auth_challenges_factor" ON "auth_challenges" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "auth_challenges_expires" ON "auth_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_ended_at" ON "auth_ended" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "auth_factors_user" ON "auth_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_flows_expires" ON "auth_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_flows_user" ON "auth_flows" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_identities_subject" ON "auth_identities" USING btree ("provider","subject");--> statement-breakpoint
CREATE INDEX "auth_identities_user" ON "auth_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_keys_generation" ON "auth_keys" USING btree ("generation");--> statement-breakpoint
CREATE INDEX "auth_limits_ends" ON "auth_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "auth_links_user" ON "auth_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_links_expires" ON "auth_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_refreshed" ON "auth_sessions" USING btree ("refreshed_at");--> statement-breakpoint
CREATE INDEX "auth_sessions_created" ON "auth_sessions" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_users_email" ON "auth_users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "auth_users_unconfirmed" ON "auth_users" USING btree ("confirmed_at","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "blocks_pair" ON "blocks" USING btree ("blocker_id","blocked_id");--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked_id","blocker_id");--> statement-breakpoint
CREATE INDEX "blocks_list" ON "blocks" USING btree ("blocker_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_listing" ON "conversations" USING btree ("buyer_id","seller_id","listing_id") WHERE listing_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_wanted" ON "conversations" USING btree ("buyer_id","seller_id","wanted_id") WHERE wanted_id is not null;--> statement-breakpoint
CREATE INDEX "conversations_creator" ON "conversations" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "conversations_buyer" ON "conversations" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "conversations_buyer_inbox" ON "conversations" USING btree ("buyer_id","last_message_at","id") WHERE buyer_archived_at is null;--> statement-breakpoint
CREATE INDEX "conversations_buyer_archived" ON "conversations" USING btree ("buyer_id","last_message_at","id") WHERE buyer_archived_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_buyer_unread" ON "conversations" USING btree ("buyer_id","last_message_at","id") WHERE buyer_read_seq < last_seq and buyer_archived_at is null;--> statement-breakpoint
CREATE INDEX "conversations_seller" ON "conversations" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "conversations_seller_inbox" ON "conversations" USING btree ("seller_id","last_message_at","id") WHERE seller_archived_at is null;--> statement-breakpoint
CREATE INDEX "conversations_seller_archived" ON "conversations" USING btree ("seller_id","last_message_at","id") WHERE seller_archived_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_seller_unread" ON "conversations" USING btree ("seller_id","last_message_at","id") WHERE seller_read_seq < last_seq and seller_archived_at is null;--> statement-breakpoint
CREATE INDEX "conversations_buyer_waiting" ON "conversations" USING btree ("buyer_waiting_since") WHERE buyer_waiting_since is not null;--> statement-breakpoint
CREATE INDEX "conversations_seller_waiting" ON "conversations" USING btree ("seller_waiting_since") WHERE seller_waiting_since is not null;--> statement-breakpoint
CREATE INDEX "former_usernames_held" ON "former_usernames" USING btree ("held_until");--> statement-breakpoint
CREATE INDEX "former_usernames_user" ON "former_usernames" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "item_events_listing" ON "item_events" USING btree ("listing_id","at","id") WHERE listing_id is not null;--> statement-breakpoint
CREATE INDEX "item_events_wanted" ON "item_events" USING btree ("wanted_id","at","id") WHERE wanted_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "listings_once" ON "listings" USING btree ("seller_id","client_id") WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX "listings_bumped" ON "listings" USING btree ("bumped_at","id","category","brand_folded","condition","size","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_bumped_category" ON "listings" USING btree ("category","bumped_at","id","brand_folded","condition","size","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_bumped_size" ON "listings" USING btree (lower("size"),"bumped_at","id","category","brand_folded","condition","size","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_newest" ON "listings" USING btree ("created_at","id","category","brand_folded","condition","size","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_newest_category" ON "listings" USING btree ("category","created_at","id","brand_folded","condition","size","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_newest_size" ON "listings" USING btree (lower("size"),"created_at","id","category","brand_folded","condition","size","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_price" ON "listings" USING btree ("price_cents","id","category","brand_folded","condition","size","is_sold") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_price_category" ON "listings" USING btree ("category","price_cents","id","brand_folded","condition","size","is_sold") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_price_size" ON "listings" USING btree (lower("size"),"price_cents","id","category","brand_folded","condition","size","is_sold") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_brand" ON "listings" USING btree ("brand_key","id","price_cents") WHERE removed_at is null and not is_sold;--> statement-breakpoint
CREATE INDEX "listings_seller" ON "listings" USING btree ("seller_id","bumped_at","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at","id");--> statement-breakpoint
CREATE INDEX "match_jobs_item" ON "match_jobs" USING btree ("item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "matches_pair" ON "matches" USING btree ("listing_id","wanted_id");--> statement-breakpoint
CREATE INDEX "matches_wanted" ON "matches" USING btree ("wanted_id","created_at","id");--> statement-breakpoint
CREATE INDEX "matches_owner" ON "matches" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "matches_unseen" ON "matches" USING btree ("owner_id","created_at","id") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX "matches_unmailed" ON "matches" USING btree ("owner_id","created_at") WHERE mailed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_seq" ON "messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE INDEX "messages_changed" ON "messages" USING btree ("conversation_id","changed_seq") WHERE changed_seq is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("sender_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("reporter_id","subject","subject_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("created_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "reports_closed" ON "reports" USING btree ("created_at","id") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "reports_photo" ON "reports" USING btree ("photo_key") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "reports_subject" ON "reports" USING btree ("subject","subject_id");--> statement-breakpoint
CREATE INDEX "reports_person" ON "reports" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("created_at") WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "wanted_once" ON "wanted" USING btree ("buyer_id","client_id") WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX "wanted_bumped" ON "wanted" USING btree ("bumped_at","id","search_folded") WHERE removed_at is null and not is_fulfilled;--> statement-breakpoint
CREATE INDEX "wanted_brand" ON "wanted" USING btree ("brand_key","id","max_price_cents") WHERE removed_at is null and not is_fulfilled;--> statement-breakpoint
CREATE INDEX "wanted_buyer" ON "wanted" USING btree ("buyer_id","bumped_at","id") WHERE removed_at is null and not is_fulfilled;