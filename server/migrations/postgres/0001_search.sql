-- Written by hand: search for any part of a text, by its trigrams; and the version of what everybody sees.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Without the list of pending entries, which every search would read through until the next vacuum.
CREATE INDEX "listings_search" ON "listings" USING gin ("brand_folded" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "wanted_search" ON "wanted" USING gin ("search_folded" gin_trgm_ops) WITH (fastupdate = off) WHERE removed_at is null and not is_fulfilled;
--> statement-breakpoint
-- The version of all that anybody may see of another: any text that it never was before. Whoever changes something of
-- that, by whatever way, changes it in the same transaction, so that kept answers are known to be true by one look.
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
-- At the commit: its row is the last that is locked, and not for long.
CREATE CONSTRAINT TRIGGER "listings_version" AFTER INSERT OR DELETE ON "listings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "listings_update_version" AFTER UPDATE ON "listings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old IS DISTINCT FROM new) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "wanted_version" AFTER INSERT OR DELETE ON "wanted" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "wanted_update_version" AFTER UPDATE ON "wanted" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old IS DISTINCT FROM new) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_version" AFTER INSERT OR DELETE ON "users" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_update_version" AFTER UPDATE ON "users" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old IS DISTINCT FROM new) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "blocks_version" AFTER INSERT OR DELETE ON "blocks" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "blocks_update_version" AFTER UPDATE ON "blocks" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old IS DISTINCT FROM new) EXECUTE FUNCTION change_market_version();
