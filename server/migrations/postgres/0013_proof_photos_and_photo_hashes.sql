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
ALTER TABLE "reports" ALTER COLUMN "reporter_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "proof_photo" jsonb;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "other_person_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "hash" text collate "C";--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "views" text collate "C";--> statement-breakpoint
ALTER TABLE "photo_hashes" ADD CONSTRAINT "photo_hashes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_hashes" ADD CONSTRAINT "photo_hashes_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_codes" ADD CONSTRAINT "proof_codes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_codes" ADD CONSTRAINT "proof_codes_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "photo_hashes_key" ON "photo_hashes" USING btree ("key");--> statement-breakpoint
CREATE INDEX "photo_hashes_listing" ON "photo_hashes" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "photo_hashes_owner" ON "photo_hashes" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "photo_hashes_waiting" ON "photo_hashes" USING btree ("id") WHERE views is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "proof_codes_listing" ON "proof_codes" USING btree ("listing_id") WHERE listing_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "proof_codes_next" ON "proof_codes" USING btree ("owner_id") WHERE listing_id is null;--> statement-breakpoint
CREATE INDEX "proof_codes_owner" ON "proof_codes" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_other_person_id_users_id_fk" FOREIGN KEY ("other_person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_other_person" ON "reports" USING btree ("other_person_id") WHERE other_person_id is not null;