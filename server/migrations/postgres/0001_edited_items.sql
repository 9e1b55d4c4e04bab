ALTER TABLE "listings" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wanted" ADD COLUMN "edited_at" timestamp (3) with time zone;