-- Written by hand: search for any part of a text, by its trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Without the list of pending entries, which every search would read through until the next vacuum.
CREATE INDEX "listings_search" ON "listings" USING gin ("brand_folded" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "wanted_search" ON "wanted" USING gin ("search_folded" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null and not is_fulfilled;
