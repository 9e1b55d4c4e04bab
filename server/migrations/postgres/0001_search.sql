-- Written by hand: search for any part of a text, by its trigrams; and the version of what everybody sees.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Without the list of pending entries, which every search would read through until the next vacuum.
CREATE INDEX "listings_search" ON "listings" USING gin ("brand_folded" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "wanted_search" ON "wanted" USING gin ("search_folded" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
-- The version of what everybody sees of the market: any text that it never was before, so that an older database that is
-- put back has none of a newer one. Whoever changes something of that, by whatever way, changes it in the same
-- transaction, so that kept answers are known to be true by one look. Who joins, and who blocks whom, changes nothing that
-- everybody sees. A sequence would not do: it moves before the commit, and what is read between would be kept for newer
-- than it is.
CREATE TABLE "market_version" ("version" uuid NOT NULL);
--> statement-breakpoint
INSERT INTO "market_version" VALUES (gen_random_uuid());
--> statement-breakpoint
-- Once in a transaction is enough, however many rows it changes.
CREATE FUNCTION change_market_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	UPDATE "market_version" SET "version" = gen_random_uuid() WHERE xmin <> pg_current_xact_id()::xid;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- At the commit: its row is the last that is locked, so nobody waits for each other, and only as long as a commit takes.
-- Those who change the market commit one after the other; messages do not come by here.
CREATE CONSTRAINT TRIGGER "listings_version" AFTER INSERT OR DELETE ON "listings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "listings_update_version" AFTER UPDATE ON "listings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old IS DISTINCT FROM new) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "wanted_version" AFTER INSERT OR DELETE ON "wanted" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "wanted_update_version" AFTER UPDATE ON "wanted" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old IS DISTINCT FROM new) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_update_version" AFTER UPDATE OF "username", "profile_image_key", "is_admin" ON "users" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
