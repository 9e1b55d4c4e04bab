-- Written by hand: discounts from before this release keep as their original price the lowest price of the 30 days before
-- the first discount. A discount that is not below that price is not shown as one.
UPDATE "listings" SET "original_price_cents" = coalesce((
	SELECT min(e."from_cents") FROM "item_events" e
	WHERE e."listing_id" = "listings"."id" AND e."kind" = 'price'
	AND e."at" <= (SELECT max(d."at") FROM "item_events" d WHERE d."listing_id" = "listings"."id" AND d."kind" = 'price' AND d."from_cents" = "listings"."original_price_cents" AND d."to_cents" < d."from_cents")
	AND e."at" >= (SELECT max(d."at") FROM "item_events" d WHERE d."listing_id" = "listings"."id" AND d."kind" = 'price' AND d."from_cents" = "listings"."original_price_cents" AND d."to_cents" < d."from_cents") - interval '30 days'
), "original_price_cents") WHERE "original_price_cents" IS NOT NULL;
--> statement-breakpoint
UPDATE "listings" SET "original_price_cents" = NULL WHERE "original_price_cents" <= "price_cents";
