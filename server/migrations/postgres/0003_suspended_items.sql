ALTER TABLE "listings" ADD COLUMN "is_suspended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wanted" ADD COLUMN "is_suspended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "listings_suspended" ON "listings" USING btree ("seller_id") WHERE is_suspended;--> statement-breakpoint
CREATE INDEX "wanted_suspended" ON "wanted" USING btree ("buyer_id") WHERE is_suspended;--> statement-breakpoint
-- Written by hand: the items of members who are suspended already.
UPDATE "listings" SET "removed_at" = now(), "is_suspended" = true WHERE "removed_at" IS NULL AND "seller_id" IN (SELECT "id" FROM "auth_users" WHERE "banned_until" > now());
--> statement-breakpoint
UPDATE "wanted" SET "removed_at" = now(), "is_suspended" = true WHERE "removed_at" IS NULL AND "buyer_id" IN (SELECT "id" FROM "auth_users" WHERE "banned_until" > now());
