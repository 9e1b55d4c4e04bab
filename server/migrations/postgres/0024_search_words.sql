DROP INDEX "listings_bumped_size";--> statement-breakpoint
DROP INDEX "listings_newest_size";--> statement-breakpoint
DROP INDEX "listings_price_size";--> statement-breakpoint
DROP INDEX "listings_bumped";--> statement-breakpoint
DROP INDEX "listings_bumped_category";--> statement-breakpoint
DROP INDEX "listings_newest";--> statement-breakpoint
DROP INDEX "listings_newest_category";--> statement-breakpoint
DROP INDEX "listings_price";--> statement-breakpoint
DROP INDEX "listings_price_category";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "size_words" text collate "C" DEFAULT '' NOT NULL;
--> statement-breakpoint
-- Written by hand, too: existing texts without the signs that searches ignore, as `foldText` and `foldSizeWords` now store
-- them.
UPDATE "listings" SET "brand_folded" = coalesce(nullif(trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("brand_folded", '.', ''), '''', ''), chr(8217), ''), chr(8216), ''), chr(8219), ''), chr(700), ''), chr(699), ''), chr(697), ''), chr(8242), ''), '`', ''), chr(183), ''), chr(12539), ''), chr(173), ''), chr(8203), ''), chr(8204), ''), chr(8205), ''), chr(8288), ''), chr(65279), ''), chr(8220), '"'), chr(8221), '"'), chr(8222), '"'), chr(8223), '"'), chr(8243), '"'), chr(171), '"'), chr(187), '"'), '-', ' '), chr(8208), ' '), chr(8210), ' '), chr(8211), ' '), chr(8212), ' '), chr(8213), ' '), chr(8722), ' '), '  ', ' '), '  ', ' '), '  ', ' '), '  ', ' ')), ''), "brand_folded"), "size_words" = ' ' || trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower("size"), ' 1/2', '.5'), chr(189), '.5'), ',', '.'), '''', ''), chr(8217), ''), chr(8216), ''), chr(173), ''), chr(8203), ''), chr(8204), ''), chr(8205), ''), chr(8288), ''), chr(65279), ''), '/', ' '), '|', ' '), '&', ' '), '+', ' '), ':', ' '), ';', ' '), '(', ' '), ')', ' '), '"', ' '), '#', ' '), '*', ' '), '_', ' '), '=', ' '), '-', ' '), chr(8208), ' '), chr(8210), ' '), chr(8211), ' '), chr(8212), ' '), chr(8213), ' '), chr(8722), ' '), '  ', ' '), '  ', ' '), '  ', ' ')) || ' ';
--> statement-breakpoint
UPDATE "wanted" SET "search_folded" = coalesce(nullif(trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("search_folded", '.', ''), '''', ''), chr(8217), ''), chr(8216), ''), chr(8219), ''), chr(700), ''), chr(699), ''), chr(697), ''), chr(8242), ''), '`', ''), chr(183), ''), chr(12539), ''), chr(173), ''), chr(8203), ''), chr(8204), ''), chr(8205), ''), chr(8288), ''), chr(65279), ''), chr(8220), '"'), chr(8221), '"'), chr(8222), '"'), chr(8223), '"'), chr(8243), '"'), chr(171), '"'), chr(187), '"'), '-', ' '), chr(8208), ' '), chr(8210), ' '), chr(8211), ' '), chr(8212), ' '), chr(8213), ' '), chr(8722), ' '), '  ', ' '), '  ', ' '), '  ', ' '), '  ', ' ')), ''), "search_folded");
--> statement-breakpoint
CREATE INDEX "listings_size_search" ON "listings" USING gin ("size_words" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "listings_bumped" ON "listings" USING btree ("bumped_at","id","category","brand_folded","condition","size_words","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_bumped_category" ON "listings" USING btree ("category","bumped_at","id","brand_folded","condition","size_words","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_newest" ON "listings" USING btree ("created_at","id","category","brand_folded","condition","size_words","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_newest_category" ON "listings" USING btree ("category","created_at","id","brand_folded","condition","size_words","is_sold","price_cents") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_price" ON "listings" USING btree ("price_cents","id","category","brand_folded","condition","size_words","is_sold") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "listings_price_category" ON "listings" USING btree ("category","price_cents","id","brand_folded","condition","size_words","is_sold") WHERE removed_at is null;
