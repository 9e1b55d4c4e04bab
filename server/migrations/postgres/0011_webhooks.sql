CREATE TABLE "discord_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"is_instance" boolean NOT NULL,
	"name" text collate "C" NOT NULL,
	"url" text collate "C" NOT NULL,
	"kind" text collate "C",
	"brand" text collate "C",
	"category" text collate "C",
	"max_price_cents" integer,
	"is_off" boolean DEFAULT false NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"sent_at" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discord_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"kind" text collate "C" NOT NULL,
	"item_id" uuid NOT NULL,
	"message_id" text collate "C",
	"due_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"posted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text collate "C" NOT NULL,
	"subject_id" uuid NOT NULL,
	"about_id" uuid NOT NULL,
	"state" text collate "C" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"status" integer,
	"error" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"is_instance" boolean NOT NULL,
	"url" text collate "C" NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text collate "C" NOT NULL,
	"old_secret" text collate "C",
	"old_secret_until" timestamp (3) with time zone,
	"off_reason" text collate "C",
	"failing_since" timestamp (3) with time zone,
	"is_slow" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "discord_channels" ADD CONSTRAINT "discord_channels_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discord_channels_owner" ON "discord_channels" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "discord_channels_instance" ON "discord_channels" USING btree ("created_at") WHERE is_instance;--> statement-breakpoint
CREATE INDEX "discord_channels_due" ON "discord_channels" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "discord_posts_once" ON "discord_posts" USING btree ("channel_id","kind","item_id");--> statement-breakpoint
CREATE INDEX "discord_posts_item" ON "discord_posts" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "discord_posts_due" ON "discord_posts" USING btree ("channel_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "discord_posts_created" ON "discord_posts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_subject" ON "webhook_deliveries" USING btree ("webhook_id","subject_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_owner" ON "webhooks" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "webhooks_instance" ON "webhooks" USING btree ("created_at") WHERE is_instance;--> statement-breakpoint
CREATE INDEX "webhooks_due" ON "webhooks" USING btree ("is_slow","due_at") WHERE due_at is not null;