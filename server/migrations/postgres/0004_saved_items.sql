CREATE TABLE "saved_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_price_cents" integer NOT NULL,
	"known_price_cents" integer NOT NULL,
	"known_state" text collate "C" NOT NULL,
	"notified_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_settings" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"is_any_drop" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_settings" ADD CONSTRAINT "saved_settings_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_items_once" ON "saved_items" USING btree ("person_id","listing_id");--> statement-breakpoint
CREATE INDEX "saved_items_list" ON "saved_items" USING btree ("person_id","saved_at","id");--> statement-breakpoint
CREATE INDEX "saved_items_listing" ON "saved_items" USING btree ("listing_id","id");