ALTER TABLE "line_places" ADD COLUMN "freed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "line_places_freed" ON "line_places" USING btree ("id") WHERE freed_at is not null;