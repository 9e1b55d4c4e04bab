ALTER TABLE "saved_jobs" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_jobs" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "saved_jobs" CASCADE;--> statement-breakpoint
DROP TABLE "search_jobs" CASCADE;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD COLUMN "is_mail_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_items" ADD COLUMN "target_price_cents" integer;--> statement-breakpoint
CREATE INDEX "match_jobs_kind" ON "match_jobs" USING btree ("kind","id");