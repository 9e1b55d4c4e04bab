CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text collate "C" NOT NULL,
	"other_id" uuid,
	"listing_id" uuid,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"push_at" timestamp (3) with time zone,
	"mail_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text collate "C" NOT NULL,
	"by_push" boolean,
	"by_mail" boolean
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id","kind") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_listing" ON "notices" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "notices_other" ON "notices" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "notices_push" ON "notices" USING btree ("push_at") WHERE push_at is not null;--> statement-breakpoint
CREATE INDEX "notices_mail" ON "notices" USING btree ("mail_at") WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX "notices_mailed" ON "notices" USING btree ("user_id","mailed_at") WHERE mailed_at is not null;--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_choices_kind" ON "notification_choices" USING btree ("user_id","kind");