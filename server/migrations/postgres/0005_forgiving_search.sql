ALTER TABLE "listings" ADD COLUMN "search_words" text collate "C";
--> statement-breakpoint
-- Written by hand from here on.
--
-- The words of live listings, with the columns by which the grid filters and sorts. Bumps do not rewrite the wide rows of the
-- grid's texts, and the index of each sort order lets PostgreSQL read common words in order and rare ones by the words.
CREATE TABLE "listings_words" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"brand_folded" text collate "C" NOT NULL,
	"size_words" text collate "C" NOT NULL,
	"category" text collate "C" NOT NULL,
	"condition" text collate "C" NOT NULL,
	"price_cents" integer NOT NULL,
	"is_sold" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"bumped_at" timestamp (3) with time zone NOT NULL,
	"words" tsvector NOT NULL
);
--> statement-breakpoint
INSERT INTO "listings_words"
	SELECT "id", "seller_id", "brand_folded", "size_words", "category", "condition", "price_cents", "is_sold", "created_at", "bumped_at", '' FROM "listings" WHERE "removed_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "listings_words_index" ON "listings_words" USING gin ("words","brand_folded" gin_trgm_ops,"size_words" gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "listings_words_bumped" ON "listings_words" USING btree ("bumped_at","id");
--> statement-breakpoint
CREATE INDEX "listings_words_newest" ON "listings_words" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "listings_words_price" ON "listings_words" USING btree ("price_cents","id");
--> statement-breakpoint
CREATE FUNCTION follow_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'UPDATE' AND NEW.removed_at IS NULL AND OLD.removed_at IS NULL THEN
		UPDATE "listings_words" SET
			"brand_folded" = NEW."brand_folded", "size_words" = NEW."size_words", "category" = NEW."category", "condition" = NEW."condition",
			"price_cents" = NEW."price_cents", "is_sold" = NEW."is_sold", "bumped_at" = NEW."bumped_at",
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
CREATE TRIGGER "listings_words_followed" AFTER INSERT OR DELETE ON "listings" FOR EACH ROW EXECUTE FUNCTION follow_listing_words();
--> statement-breakpoint
CREATE TRIGGER "listings_words_changed" AFTER UPDATE ON "listings" FOR EACH ROW WHEN (
	(old.brand_folded, old.size_words, old.category, old.condition, old.price_cents, old.is_sold, old.bumped_at, old.removed_at, old.search_words)
	IS DISTINCT FROM (new.brand_folded, new.size_words, new.category, new.condition, new.price_cents, new.is_sold, new.bumped_at, new.removed_at, new.search_words)
) EXECUTE FUNCTION follow_listing_words();
--> statement-breakpoint
-- A job indexes the listings of earlier versions.
CREATE INDEX "listings_without_words" ON "listings" USING btree ("id") WHERE search_words is null;
--> statement-breakpoint
-- How many live listings have a brand, by its spelling.
CREATE TABLE "listings_brands" ("brand" text collate "C" PRIMARY KEY NOT NULL, "brand_key" text collate "C" NOT NULL, "brand_folded" text collate "C" NOT NULL, "items" integer NOT NULL);
--> statement-breakpoint
INSERT INTO "listings_brands" SELECT "brand", min("brand_key"), min("brand_folded"), count(*) FROM "listings" WHERE "removed_at" IS NULL GROUP BY "brand";
--> statement-breakpoint
CREATE FUNCTION count_listing_brand() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP <> 'INSERT' THEN
		IF OLD.removed_at IS NULL THEN
			UPDATE "listings_brands" SET "items" = "items" - 1 WHERE "brand" = OLD."brand";
			DELETE FROM "listings_brands" WHERE "brand" = OLD."brand" AND "items" = 0;
		END IF;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		IF NEW.removed_at IS NULL THEN
			INSERT INTO "listings_brands" VALUES (NEW."brand", NEW."brand_key", NEW."brand_folded", 1)
				ON CONFLICT ("brand") DO UPDATE SET "items" = "listings_brands"."items" + 1;
		END IF;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred, and by their names after the triggers of the market version, whose row is locked until the commit: transactions
-- count one after the other, so they cannot deadlock.
CREATE CONSTRAINT TRIGGER "listings_version_then_brand" AFTER INSERT OR DELETE ON "listings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_listing_brand();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "listings_version_then_changed_brand" AFTER UPDATE ON "listings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
	old.brand <> new.brand OR (old.removed_at IS NULL) <> (new.removed_at IS NULL)
) EXECUTE FUNCTION count_listing_brand();
