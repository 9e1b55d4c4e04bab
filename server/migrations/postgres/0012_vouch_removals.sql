ALTER TABLE "auth_keys" ALTER COLUMN "sealed_private_jwk" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "vouches" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vouches" ADD COLUMN "removal_reason" text collate "C";--> statement-breakpoint
ALTER TABLE "vouches" ADD COLUMN "announced_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "vouches_unannounced" ON "vouches" USING btree ("releases_at") WHERE announced_at is null;--> statement-breakpoint
-- The page of a listing shows the counts of its seller. An unreleased vouch must change nothing that others can observe.
CREATE CONSTRAINT TRIGGER "deals_made_version" AFTER UPDATE OF "state" ON "deals" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "vouches_insert_version" AFTER INSERT ON "vouches" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.releases_at = new.written_at) EXECUTE FUNCTION change_market_version();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "vouches_update_version" AFTER UPDATE ON "vouches" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.releases_at, old.removed_at, old.announced_at) IS DISTINCT FROM (new.releases_at, new.removed_at, new.announced_at)) EXECUTE FUNCTION change_market_version();
