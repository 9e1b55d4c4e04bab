-- The words of listings follow their dates, too.
CREATE OR REPLACE FUNCTION follow_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'UPDATE' AND NEW.removed_at IS NULL AND OLD.removed_at IS NULL THEN
		UPDATE "listings_words" SET
			"brand_folded" = NEW."brand_folded", "size_words" = NEW."size_words", "category" = NEW."category", "condition" = NEW."condition",
			"price_cents" = NEW."price_cents", "is_sold" = NEW."is_sold", "created_at" = NEW."created_at", "bumped_at" = NEW."bumped_at",
			"words" = CASE WHEN OLD."search_words" IS DISTINCT FROM NEW."search_words"
				THEN array_to_tsvector(string_to_array(coalesce(NEW."search_words", ''), ' ')) ELSE "words" END
			WHERE "id" = NEW."id";
		RETURN NULL;
	END IF;
	IF TG_OP <> 'INSERT' THEN
		DELETE FROM "listings_words" WHERE "id" = OLD."id";
	END IF;
	IF TG_OP <> 'DELETE' AND NEW.removed_at IS NULL THEN
		INSERT INTO "listings_words" VALUES (NEW."id", NEW."seller_id", NEW."brand_folded", NEW."size_words", NEW."category", NEW."condition",
			NEW."price_cents", NEW."is_sold", NEW."created_at", NEW."bumped_at", array_to_tsvector(string_to_array(coalesce(NEW."search_words", ''), ' ')));
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "listings_words_changed" ON "listings";
--> statement-breakpoint
CREATE TRIGGER "listings_words_changed" AFTER UPDATE ON "listings" FOR EACH ROW WHEN (
	(old.brand_folded, old.size_words, old.category, old.condition, old.price_cents, old.is_sold, old.created_at, old.bumped_at, old.removed_at, old.search_words)
	IS DISTINCT FROM (new.brand_folded, new.size_words, new.category, new.condition, new.price_cents, new.is_sold, new.created_at, new.bumped_at, new.removed_at, new.search_words)
) EXECUTE FUNCTION follow_listing_words();
--> statement-breakpoint
UPDATE "listings_words" SET "created_at" = "listings"."created_at" FROM "listings"
	WHERE "listings"."id" = "listings_words"."id" AND "listings"."created_at" <> "listings_words"."created_at";
